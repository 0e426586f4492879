import type { Purpose } from '../../shared/model/usage.ts'

/** The purposes of requests in the order in which they go, in words. */
export const purposes: readonly { readonly key: Purpose; readonly title: string }[] = [
  { key: 'cancel', title: 'Cancels' },
  { key: 'person', title: 'You asked' },
  { key: 'visible', title: 'On screen' },
  { key: 'held', title: 'Held' },
  { key: 'background', title: 'Background' },
]
