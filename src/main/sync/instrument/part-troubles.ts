import { z } from 'zod'
import { minuteMs } from '#shared/durations.ts'
import { isOfConnection, type AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import type { PartKey } from '../../cache/instruments/parts.ts'
import type { Clock } from '../../time/clock.ts'
import { backOffMs } from '../scheduler/job.ts'

/**
 * A chain of an underlying. `root` null: any root. `expiration` null: the nearest; a month or a year: all its expiries.
 */
export interface ChainRequest {
  readonly root: string | null
  readonly expiration: CalendarDate | null
}

/** What one request reads: one part. */
export interface PartRequest {
  readonly symbol: string
  readonly part: InstrumentPart
  /** Only for trading parameters. */
  readonly accountId: string | null
  /** Only for option chains. */
  readonly chain: ChainRequest | null
}

/** A part without an account and without a chain. */
export const requestOf = (symbol: string, part: InstrumentPart): PartRequest => ({
  symbol,
  part,
  accountId: null,
  chain: null,
})

/** The key under which the cache stores the part. */
export const keyOf = ({ symbol, part, accountId, chain }: PartRequest): PartKey => ({
  symbol,
  accountId: accountId ?? '',
  part,
  variant: chain === null ? '' : JSON.stringify([chain.root, chain.expiration]),
})

/** A unique id of the request. */
export const idOf = (request: PartRequest): string => JSON.stringify(Object.values(keyOf(request)))

/** The rows of a response as the cache stores them, and the number of rows that could not be decoded. */
export interface StoredRows<T> {
  readonly rows: readonly T[]
  readonly leftOut: number
}

/** The schema of stored rows. Earlier versions stored only the list, without `leftOut`. */
export const storedRows = <T>(row: z.ZodType<T>): z.ZodType<StoredRows<T>> =>
  z.union([
    z.object({ rows: z.array(row), leftOut: z.int() }),
    z.array(row).transform((rows) => ({ rows, leftOut: 0 })),
  ])

/** The pause after a refusal: the service will refuse a request soon after it too. */
const refusedMs = 10 * minuteMs
const longestMs = 5 * minuteMs
/** More entries than a day of use creates; the oldest are dropped. */
const maxTroubles = 1_000

interface Trouble {
  readonly failures: number
  readonly problem: () => string
  readonly isRefused: boolean
  /** UTC ms before which the part is not requested again. */
  readonly until: number
}

/** Why parts could not be read, and until when each is not requested again. */
export class PartTroubles {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #troubles = new Map<string, Trouble>()

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  /** `isKnown`: an earlier reading of the part is still shown. */
  note(request: PartRequest, error: AppError, isKnown: boolean): void {
    const id = idOf(request)
    const failures = (this.#troubles.get(id)?.failures ?? 0) + 1
    const isRefused = error.code === 'not-found' || error.code === 'invalid'
    // Without a connection nothing is requested anyway. Once it is back, the part must not wait.
    const isConnectionError = isOfConnection(error.code)
    const waitMs = isRefused ? refusedMs : isConnectionError ? 0 : backOffMs(failures, this.#random, longestMs)
    this.#troubles.delete(id)
    this.#troubles.set(id, {
      failures,
      isRefused,
      problem: () =>
        isRefused && isKnown ? m.sync_showing_an_earlier_reading({ message: errorText(error) }) : errorText(error),
      until: this.#clock.now() + waitMs,
    })
    const oldest = this.#troubles.size > maxTroubles ? this.#troubles.keys().next().value : undefined
    if (oldest !== undefined) this.#troubles.delete(oldest)
  }

  clear(id: string): void {
    this.#troubles.delete(id)
  }

  problemOf(id: string): string | null {
    return this.#troubles.get(id)?.problem() ?? null
  }

  /** UTC ms before which a part is not requested; `-Infinity` if there is no problem. A clock that was set back does not extend the pause. */
  until(id: string): number {
    const until = this.#troubles.get(id)?.until ?? -Infinity
    return until - this.#clock.now() > refusedMs ? -Infinity : until
  }

  hasFailed(id: string): boolean {
    return this.#troubles.has(id)
  }

  /** Whether the service does not know the instrument or refused the request. */
  isRefused(id: string): boolean {
    return this.#troubles.get(id)?.isRefused ?? false
  }
}
