import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { hasMarket } from '#shared/has-market.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import type { Broker, Operation } from '../broker/broker.ts'
import type { Inputs, Outputs } from '../broker/endpoints.ts'
import type { Cache } from '../cache/cache.ts'
import { heldPositions } from '../insight/portfolio/account-summary.ts'
import type { Journal } from '../journal/journal.ts'
import { feedOf } from '../threads/packed-rows.ts'
import type { Clock } from '../time/clock.ts'
import { subjectOf, type ServiceRecorder } from './service-recorder.ts'

type Row = ServiceCheck['rows'][number]

interface Parts {
  readonly broker: Pick<Broker, 'call' | 'session' | 'renewSession'>
  readonly cache: Pick<Cache, 'instrumentDetails'>
  readonly journal: Pick<Journal, 'reports'>
  readonly recorder: Pick<ServiceRecorder, 'causeOf' | 'lastCauseOf' | 'wasAsked'>
  readonly clock: Pick<Clock, 'now'>
}

/** Reads that may be repeated once. */
const maxAttempts = 2
/** Enough rows to see their form. */
const limit = 100
const farPast = '1990-01-01'
const farAhead = '2100-12-31'

/**
 * Asks each endpoint that changes nothing once, or a second time after a failure, about instruments that the user holds or,
 * without one of that type, any instrument of the service. The requests obey the budget.
 */
export class ServiceChecks {
  readonly #parts: Parts
  readonly #mayRequest: () => boolean
  readonly #stopping = new AbortController()
  #running: Promise<ServiceCheck> | null = null

  constructor(parts: Parts, mayRequest: () => boolean) {
    this.#parts = parts
    this.#mayRequest = mayRequest
  }

  /** Makes one round, or joins that in progress. Throws `invalid` while syncing is off; a failure of the service is a result. */
  async run(purpose: Purpose): Promise<ServiceCheck> {
    if (!this.#mayRequest()) throw new AppError('invalid', m.errors_syncing_is_off_connect_or_resume_first)
    this.#running ??= this.#round(purpose).finally(() => (this.#running = null))
    return this.#running
  }

  /** Makes a round in the background if none was ever made: only a round asks for the list of tradable instruments. */
  runFirst(): void {
    if (this.#parts.recorder.wasAsked('listTradableAssets')) return
    // What the service does is in the records; a round that is cancelled or not allowed is no fault.
    this.run('background').catch(() => undefined)
  }

  stop(): void {
    this.#stopping.abort()
  }

  async #round(purpose: Purpose): Promise<ServiceCheck> {
    const round = new Round(this.#parts, purpose, this.#stopping.signal)
    return { at: this.#parts.clock.now(), rows: await round.run() }
  }
}

class Round {
  readonly #parts: Parts
  readonly #options
  readonly #rows: Row[] = []

  constructor(parts: Parts, purpose: Purpose, signal: AbortSignal) {
    this.#parts = parts
    this.#options = { purpose, signal, maxAttempts }
  }

  async run(): Promise<Row[]> {
    const accountId = await this.#askSession()
    const account = await this.#ask('getAccount', accountId === null ? null : { accountId })
    const listed = await this.#ask('listTradableAssets', {})
    const all = await this.#ask('listAllAssets', {})
    const held = account === null ? [] : withMarket(heldPositions(account)).map(({ symbol }) => symbol)
    const types = new Map<string, string>(withMarket(listed?.rows ?? []).map(({ symbol, type }) => [symbol, type]))
    for (const { details } of this.#parts.cache.instrumentDetails.getMany(held)) types.set(details.symbol, details.type)
    /** A held instrument of these types, else any of them. */
    const oneOf = (...wanted: string[]): string | null => {
      const fits = (symbol: string): boolean => wanted.includes(types.get(symbol) ?? '')
      return held.find(fits) ?? [...types.keys()].find(fits) ?? null
    }
    const share = oneOf('EQUITIES')
    const any = share ?? held[0] ?? [...types.keys()][0] ?? null
    await this.#askInstrument(any, accountId)
    await this.#ask('listOptions', asSymbol(share ?? oneOf('FUTURES')))
    await this.#ask('listConstituents', asSymbol(oneOf('INDICES') ?? (all === null ? null : firstIndex(all))))
    const period = { from: farPast, to: farAhead, limit }
    await this.#ask('listPastBondEvents', withSymbol(oneOf('BONDS'), { ...period, direction: 'DESC' }))
    await this.#ask('listPastDividends', withSymbol(share, { ...period, direction: 'DESC' }))
    await this.#ask('listFutureSplits', withSymbol(share, { limit }))
    const to = this.#parts.clock.now()
    await this.#ask('listTransactions', accountId === null ? null : { accountId, from: to - 7 * dayMs, to, limit })
    await this.#ask('listOrders', accountId === null ? null : { accountId })
    await this.#ask('getUsage', {})
    const reportId = this.#parts.journal.reports.list().find(({ serviceId }) => serviceId !== null)?.serviceId ?? null
    await this.#ask('getReport', reportId === null ? null : { reportId })
    for (const endpoint of ['createReport', 'cancelOrder'])
      this.#rows.push({ endpoint, result: 'not-tried', cause: this.#parts.recorder.lastCauseOf(endpoint) })
    return this.#rows
  }

  async #askInstrument(symbol: string | null, accountId: string | null): Promise<void> {
    await this.#ask('getAsset', withSymbol(symbol, accountId === null ? {} : { accountId }))
    await this.#ask('getTradingParams', symbol === null || accountId === null ? null : { symbol, accountId })
    for (const endpoint of ['getSchedule', 'getQuote', 'getTrades', 'getOrderBook'] as const)
      await this.#ask(endpoint, asSymbol(symbol))
  }

  /** The first account of the session. An open session needs no requests of its own. */
  async #askSession(): Promise<string | null> {
    const { broker, recorder } = this.#parts
    const session = broker.session() ?? (await broker.renewSession(this.#options).catch(ofService))
    for (const endpoint of ['openSession', 'readSession']) {
      const cause = session === null ? recorder.causeOf(endpoint, '') : null
      this.#rows.push({
        endpoint,
        result: session !== null ? 'works' : cause === null ? 'no-answer' : 'trouble',
        cause,
      })
    }
    return session?.accountIds[0] ?? null
  }

  async #ask<N extends Operation>(endpoint: N, input: Inputs[N] | null): Promise<Outputs[N] | null> {
    if (input === null) {
      this.#rows.push({ endpoint, result: 'nothing-to-ask', cause: null })
      return null
    }
    const { broker, recorder } = this.#parts
    const answer = await broker.call(endpoint, input, this.#options).catch(ofService)
    const cause = recorder.causeOf(endpoint, subjectOf(input))
    const result = cause !== null ? 'trouble' : answer === null ? 'no-answer' : 'works'
    this.#rows.push({ endpoint, result, cause })
    return answer
  }
}

/** A failure of the service is a result. A fault of the app is thrown, and so is a cancellation. */
function ofService(error: unknown): null {
  if (error instanceof AppError && error.code !== 'internal' && error.code !== 'cancelled') return null
  throw error
}

/** An index is not traded, so it is only in the list of all instruments. */
function firstIndex({ content }: Outputs['listAllAssets']): string | null {
  for (const rows = feedOf(content); rows.left > 0;) {
    const { symbol, type } = rows.take()
    if (type === 'INDICES' && hasMarket(symbol)) return symbol
  }
  return null
}

/** No request can be sent for the others. */
const withMarket = <T extends { readonly symbol: string }>(rows: readonly T[]): T[] =>
  rows.filter(({ symbol }) => hasMarket(symbol))
const withSymbol = <T extends object>(symbol: string | null, rest: T): ({ readonly symbol: string } & T) | null =>
  symbol === null ? null : { symbol, ...rest }
const asSymbol = (symbol: string | null): { readonly symbol: string } | null => withSymbol(symbol, {})
