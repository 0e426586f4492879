import type { PricedInstrument } from '../../insight/history/past-price.ts'
import { dueMs, RepaymentsDue } from '../../insight/history/repayments-due.ts'
import type { SeriesEntry } from '../../insight/ledger/series/chunk.ts'
import type { SeriesReader } from './series-reader.ts'

type Series = Pick<SeriesReader, 'at' | 'entries'>

/** The repayments of a bond in one account that are due, from its stored rows. Times (UTC ms) must not decrease. */
export class DueRepayments {
  readonly #due: RepaymentsDue
  readonly #currency: string | null
  #pieces: bigint

  private constructor(instrument: PricedInstrument, startMs: number, pieces: bigint) {
    this.#due = new RepaymentsDue(instrument.facts, startMs - 1)
    this.#currency = instrument.currency
    this.#pieces = pieces
  }

  /** `null` if no repayment can be due between these times. */
  static open(
    series: Series,
    [account, symbol]: readonly [account: number, symbol: string],
    instrument: PricedInstrument,
    [fromMs, toMs]: readonly [number, number],
  ): DueRepayments | null {
    // Money of earlier repayments may be booked after the start.
    const startMs = fromMs - 2 * dueMs
    if (!instrument.facts.amortizations.some(({ at }) => at >= startMs && at <= toMs)) return null
    const opened = new DueRepayments(instrument, startMs, series.at(account, symbol, startMs)?.quantity ?? 0n)
    for (const entry of series.entries(account, symbol, startMs, fromMs)) opened.add(entry)
    return opened
  }

  add({ step, point }: SeriesEntry): void {
    this.#due.pass(step.at, this.#pieces)
    this.#pieces = point.quantity
    const money = step.sums.trade ?? 0n
    if (money <= 0n) return
    const amount = step.currency === this.#currency ? money : null
    this.#due.pay(step.at, amount, step.traded !== null ? 'sold' : step.pieces === 0n ? 'repaid' : 'redeemed')
  }

  /** The money that is due at the end of the day before a time. */
  amountBefore(at: number): bigint {
    this.#due.pass(at - 1, this.#pieces)
    return this.#due.amountAt(at - 1)
  }

  /** The repayments as they are at the end of the day before a time. */
  before(at: number): RepaymentsDue {
    this.#due.pass(at - 1, this.#pieces)
    return this.#due
  }
}
