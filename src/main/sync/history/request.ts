import { dayMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { Outputs } from '../../broker/endpoints.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'
import type { SyncContext } from '../context.ts'
import type { CountedResponse } from './truncation/response-cap.ts'

/** The maximum number of rows that each request asks for. Source: docs/service.md, “Lists”. */
export const rowLimit = 1_000

/** If a more recent time is refused, its age is not the cause. */
const minRefusedAgeMs = 90 * dayMs
/** Reading thirty years in intervals of this width takes the requests of a minute. */
const narrowMs = 90 * dayMs
/** The minimum width of intervals after a failure of the service. */
const minTroubledMs = 30 * dayMs

/** A row that is later than this after its request has an impossible time. */
const maxAheadMs = 366 * dayMs

/** The purpose of a request, and the signal that cancels it. */
export interface ReadOptions {
  readonly purpose: Purpose
  readonly signal: AbortSignal
}

/** A response for an interval, not stored yet. */
export interface HistoryResponse extends CountedResponse, Pick<Outputs['listTransactions'], 'content'> {
  readonly lost: Outputs['listTransactions']['lost']
  /** UTC ms. */
  readonly requestedAt: number
}

/**
 * Requests one interval at a time, and learns which intervals the service accepts. One object serves all accounts of a
 * service.
 */
export class HistoryRequester {
  readonly #context: SyncContext
  /** Whether the service was seen to return rows at the end of an interval. */
  #isEndInclusive = false
  /** Whether some received times differ by less than a millisecond. */
  #isFine = false
  /** The maximum width of an interval (ms) that the service does not refuse. */
  #refusedMs = Infinity
  #earliest = -Infinity
  /** The maximum width of an interval (ms) for which the service responds in time. */
  #troubledMs = Infinity

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Whether the service refuses long intervals, so that reading all times would take too many requests. */
  get isNarrow(): boolean {
    return this.#refusedMs < narrowMs
  }

  /** UTC ms before which the service refuses every interval, however short. */
  get earliest(): number {
    return this.#earliest
  }

  /** The newest part of an interval that is not too long to request. */
  narrow({ from, to }: Interval): Interval {
    return { from: Math.max(from, to - Math.min(this.#refusedMs, this.#troubledMs)), to }
  }

  /**
   * Requests the rows of an interval. `null` if the service refuses its length or its age: request another one.
   * `isTruncated` returns whether rows of a response may be missing. Throws the errors of the broker.
   */
  async read(
    accountId: string,
    interval: Interval,
    { purpose, signal }: ReadOptions,
    isTruncated: (response: CountedResponse) => boolean,
  ): Promise<Outputs['listTransactions'] | null> {
    const { from, to } = interval
    const widthMs = to - from
    const latest = this.#context.clock.now() + maxAheadMs
    const readUntil = (end: number) =>
      this.#context.broker.call(
        'listTransactions',
        { accountId, from, to: end, limit: rowLimit, latest },
        { purpose, signal },
      )
    try {
      const end = this.#isEndInclusive && !this.#isFine && widthMs > 1 ? to - 1 : to
      let response = await readUntil(end)
      if (widthMs >= this.#troubledMs / 2) this.#troubledMs *= 4
      this.#isFine ||= response.isFine
      if (response.rows.some(({ at }) => at === to)) {
        // The response includes rows at the end of the interval, which may have displaced others: request again without
        // them.
        this.#isEndInclusive = true
        if (isTruncated({ interval, ...response }) && end === to && widthMs > 1) response = await readUntil(to - 1)
      }
      noteMalformed(this.#context, 'listTransactions', response)
      return response
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The interval may be too long for a response in time: the next one is shorter.
      if (error.code === 'unavailable') this.#troubledMs = Math.max(minTroubledMs, widthMs / 4)
      if (error.code !== 'invalid') throw error
      if (widthMs < secondMs) return null
      if (widthMs <= dayMs) {
        if (to > this.#context.clock.now() - minRefusedAgeMs) throw error
        // The cause was not the length: the service refuses all times as old as this.
        this.#refusedMs = Infinity
        this.#earliest = Math.max(this.#earliest, to)
        return null
      }
      this.#refusedMs = Math.max(dayMs, Math.floor(widthMs / 2 / secondMs) * secondMs)
      return null
    }
  }
}
