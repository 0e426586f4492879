import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { EndpointName } from './endpoints.ts'

/** The largest answer to one operation that is read. */
export interface AnswerLimits {
  /** Of its body. */
  readonly bytes: number
  /** Of each list in it. */
  readonly rows: number
  /** From sending the request to the last byte; 30 s if missing. */
  readonly ms?: number
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** An answer about one thing: the longest example has 8 kB. */
const one: AnswerLimits = { bytes: 64 * kilobyte, rows: 1_000 }

/** All requests wait for a session. A failure is shown after four attempts. */
const session: AnswerLimits = { ...one, ms: 10 * secondMs }

/**
 * The limits of all operations: the plausible longest list × the length of its rows in the examples of the service, and a
 * margin of two to four. `docs/service.md` lists the sources.
 */
export const answerLimits: { readonly [N in EndpointName]: AnswerLimits } = {
  openSession: session,
  readSession: session,
  listTradableAssets: { bytes: 16 * megabyte, rows: 60_000 },
  listAllAssets: { bytes: 32 * megabyte, rows: 250_000 },
  getAsset: one,
  getTradingParams: one,
  getSchedule: { bytes: 256 * kilobyte, rows: 2_000 },
  listConstituents: { bytes: 4 * megabyte, rows: 20_000 },
  listOptions: { bytes: 8 * megabyte, rows: 20_000 },
  getQuote: one,
  getTrades: { bytes: 4 * megabyte, rows: 20_000 },
  getOrderBook: { bytes: 4 * megabyte, rows: 20_000 },
  listPastBondEvents: { bytes: 4 * megabyte, rows: 10_000 },
  listPastDividends: { bytes: 4 * megabyte, rows: 10_000 },
  listFutureSplits: { bytes: 4 * megabyte, rows: 10_000 },
  getAccount: { bytes: 4 * megabyte, rows: 10_000 },
  listTransactions: { bytes: 8 * megabyte, rows: 20_000 },
  listOrders: { bytes: 16 * megabyte, rows: 10_000 },
  cancelOrder: one,
  createReport: one,
  getReport: one,
  getUsage: one,
}

/** The part of the body of an error that is read. The message of the service is in it, if there is one. */
export const errorBytes = 64 * kilobyte

/** The answer is larger than any real one, so nothing of it is used. */
export class AnswerTooLargeError extends AppError {
  constructor(message: () => string) {
    super('protocol', message)
  }
}

export const longerThan = (limitBytes: number): AnswerTooLargeError =>
  new AnswerTooLargeError(() => m.errors_the_answer_has_more_bytes({ limit: limitBytes / kilobyte }))

export const notBounded = (): AnswerTooLargeError =>
  new AnswerTooLargeError(m.errors_the_answer_has_more_rows_or_levels)
