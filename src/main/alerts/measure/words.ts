import { minuteMs } from '../../../shared/durations.ts'
import { formatAge } from '../../../shared/text/format-time.ts'
import type { AlertInputs } from './inputs.ts'

/** The age of a reading from which a notice mentions it. */
const oldAfterMs = 10 * minuteMs

/** Says that the accounts were read long ago. */
export function describeAge(read: readonly { readonly fetchedAt: number }[], { now }: AlertInputs): string[] {
  const ageMs = now - Math.min(...read.map(({ fetchedAt }) => fetchedAt))
  return ageMs > oldAfterMs ? [`The account was read ${formatAge(ageMs)} ago`] : []
}

/** Up to three names, and how many more. */
export const nameSome = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
