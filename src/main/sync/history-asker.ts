import { AppError } from '../../shared/errors.ts'
import type { Purpose } from '../../shared/model/usage.ts'
import type { Outputs } from '../broker/endpoints.ts'
import type { Interval } from '../cache/coverage.ts'
import type { SyncContext } from './context.ts'
import { secondMs } from './intervals.ts'
import { noteMalformed } from './set-aside.ts'

/** As many rows as are ever asked for at once. Source: field notes, "Lists". */
export const answerLimit = 1_000

const dayMs = 86_400_000
/** Refusals for younger times are about something else. */
const oldMs = 90 * dayMs
/** Three decades of this are a minute's requests. */
const narrowMs = 90 * dayMs

/** For whom a stretch is read, and until when. */
export interface Request {
  readonly purpose: Purpose
  readonly signal: AbortSignal
}

/** Asks for one interval at a time, and learns what the service makes of intervals. One for all accounts of a service. */
export class HistoryAsker {
  readonly #context: SyncContext
  /** The end of an interval was seen to belong to it. */
  #isEndInclusive = false
  /** Times were seen that milliseconds cannot tell apart. */
  #isFine = false
  #refusedMs = Infinity
  #earliest = -Infinity
  #troubledMs = Infinity

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Whether the service refuses long intervals, so that it would take too many to ask for all times there are. */
  get isNarrow(): boolean {
    return this.#refusedMs < narrowMs
  }

  /** UTC ms before which the service answers for no interval, however short. */
  get earliest(): number {
    return this.#earliest
  }

  /** The newest part of a stretch that is not too long to be asked for. */
  narrow({ from, to }: Interval): Interval {
    return { from: Math.max(from, to - Math.min(this.#refusedMs, this.#troubledMs)), to }
  }

  /**
   * `null`: the service refuses an interval so long, or so short; ask for another. `isWhole` tells of an answer's length
   * whether it may have been cut. Throws what the broker throws.
   */
  async ask(
    accountId: string,
    interval: Interval,
    { purpose, signal }: Request,
    isWhole: (received: number) => boolean,
  ): Promise<Outputs['listTransactions'] | null> {
    const { from, to } = interval
    const widthMs = to - from
    const read = (end: number) =>
      this.#context.broker.call(
        'listTransactions',
        { accountId, from, to: end, limit: answerLimit },
        { purpose, signal },
      )
    try {
      const end = this.#isEndInclusive && !this.#isFine && widthMs > 1 ? to - 1 : to
      let answer = await read(end)
      if (widthMs >= this.#troubledMs / 2) this.#troubledMs *= 4
      this.#isFine ||= answer.isFine
      if (answer.rows.some(({ at }) => at === to)) {
        // Rows of the end's own instant came along, and may have cost the answer others: then once more without them.
        this.#isEndInclusive = true
        if (!isWhole(answer.received) && end === to && widthMs > 1) answer = await read(to - 1)
      }
      noteMalformed(this.#context, 'listTransactions', answer)
      return answer
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A long interval may be more than the service can answer in time: less of it, next time.
      if (error.code === 'unavailable') this.#troubledMs = Math.max(30 * dayMs, widthMs / 4)
      if (error.code !== 'invalid') throw error
      if (widthMs < secondMs) return null
      if (widthMs <= dayMs) {
        if (to > this.#context.clock.now() - oldMs) throw error
        // It was not the length: no time as old as this is answered for.
        this.#refusedMs = Infinity
        this.#earliest = Math.max(this.#earliest, to)
        return null
      }
      this.#refusedMs = Math.max(dayMs, Math.floor(widthMs / 2 / secondMs) * secondMs)
      return null
    }
  }
}
