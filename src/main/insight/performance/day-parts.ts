import type { DayPart } from './time-weighted.ts'
import type { InAndOut } from './window-growth.ts'

/** The flows of one moment of a day, with the value of the scope just before and just after them; `null` if not known. */
export interface FlowMoment extends InAndOut {
  readonly before: number | null
  readonly after: number | null
}

/**
 * Divides a day at the moments at which the value is known: before money comes in, and after money goes out. Flows at
 * the same moment must be in one `FlowMoment`, so that their order does not matter. `moments` are in time order.
 */
export function partsOf(moments: readonly FlowMoment[]): DayPart[] {
  const parts: DayPart[] = []
  let open = { in: 0, out: 0 }
  for (const moment of moments) {
    if (moment.in !== 0 && moment.before !== null) {
      parts.push({ ...open, value: moment.before })
      open = { in: 0, out: 0 }
    }
    open.in += moment.in
    open.out += moment.out
    if (moment.out !== 0 && moment.after !== null) {
      parts.push({ ...open, value: moment.after })
      open = { in: 0, out: 0 }
    }
  }
  return [...parts, { ...open, value: null }]
}
