import { dayMs } from '../../../shared/durations.ts'
import type { QuoteLine } from '../../insight/history/past-prices.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { LedgerTask } from './messages.ts'

type Given = Extract<LedgerTask, { kind: 'past-quotes' }>

/** The recorded prices that the main thread gave. A question that is being answered keeps those that it began with. */
export class GivenQuotes {
  #lines = new Map<string, QuoteLine>()
  #until: number | null = null

  give({ lines, until, isFirst, isLast }: Given): void {
    if (isFirst) {
      this.#lines = new Map()
      this.#until = null
    }
    for (const { symbol, points } of lines)
      this.#lines.set(
        symbol,
        points.map(({ at, last }) => ({ at, price: parseUnits(last) ?? 0n })),
      )
    if (isLast) this.#until = until
  }

  /** All prices before the UTC day of a time (ms); `null` where they were not given. */
  ofDay(now: number): ReadonlyMap<string, QuoteLine> | null {
    return this.#until === Math.floor(now / dayMs) * dayMs ? this.#lines : null
  }
}
