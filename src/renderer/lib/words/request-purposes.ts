import type { Purpose } from '../../../shared/model/usage.ts'

/** The purposes of requests, highest priority first. */
export const requestPurposes: readonly { readonly key: Purpose; readonly title: string }[] = [
  { key: 'cancel', title: 'Cancels' },
  { key: 'person', title: 'You asked' },
  { key: 'visible', title: 'On screen' },
  { key: 'held', title: 'Held' },
  { key: 'background', title: 'Background' },
]
