import type { Purpose } from '#shared/model/app/usage.ts'
import type { Constituent } from '#shared/model/instrument.ts'
import type { Outputs } from '../../broker/endpoints.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'
import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'
import { createCorporateEventReader } from './corporate-event-reader.ts'
import { OptionChains } from './option-chains.ts'
import { keyOf, type PartRequest, type StoredRows } from './part-troubles.ts'
import { readDetails } from './read-details.ts'

/** No index has more pages of constituents. */
const maxPages = 200

/** How a part is requested. `onSend` is called when the request is sent, after it got its slot. */
export interface ReadOptions {
  readonly purpose: Purpose
  readonly signal: AbortSignal
  readonly onSend?: () => void
}

/** Requests parts and stores the responses. Throws the errors of the broker; then the stored data do not change. */
export class PartReader {
  readonly chains: OptionChains
  readonly #context: SyncContext
  readonly #readEvents: ReturnType<typeof createCorporateEventReader>

  constructor(context: SyncContext) {
    this.#context = context
    this.chains = new OptionChains(context.cache, context.clock)
    this.#readEvents = createCorporateEventReader(context)
  }

  /** When a part was last read, UTC ms; `null` if never. */
  fetchedAt(request: PartRequest): number | null {
    const { cache } = this.#context
    const { symbol, part, chain } = request
    switch (part) {
      case 'details':
        return cache.instrumentDetails.fetchedAt(symbol)
      case 'schedule':
        return cache.schedules.fetchedAt(symbol)
      case 'dividends':
        return cache.corporateEvents.fetchedAt(symbol, 'dividend')
      case 'bond-events':
        return cache.corporateEvents.fetchedAt(symbol, 'bond')
      case 'splits':
        return cache.corporateEvents.fetchedAt(symbol, 'split')
      case 'options':
        return chain === null ? null : this.chains.fetchedAt(symbol, chain)
      default:
        return cache.instrumentParts.fetchedAt(keyOf(request))
    }
  }

  async read(request: PartRequest, options: ReadOptions): Promise<void> {
    const { symbol, part } = request
    const { broker, cache, clock, publish } = this.#context
    const put = (value: unknown): void => cache.instrumentParts.put(keyOf(request), value, clock.now())
    switch (part) {
      case 'details':
        await readDetails(this.#context, symbol, options)
        return publish('instruments.changed')
      case 'schedule': {
        const { sessions } = await broker.call('getSchedule', { symbol }, options)
        cache.schedules.put(symbol, sessions, clock.now())
        return publish('schedules.changed')
      }
      case 'params': {
        if (request.accountId === null) return
        return put(await broker.call('getTradingParams', { symbol, accountId: request.accountId }, options))
      }
      case 'book':
        return this.#putRows(request, 'getOrderBook', await broker.call('getOrderBook', { symbol }, options))
      case 'trades':
        return this.#putRows(request, 'getTrades', await broker.call('getTrades', { symbol }, options))
      case 'constituents':
        return put(await this.#readConstituents(symbol, options))
      case 'options':
        return this.#readOptions(request, options)
      case 'dividends':
        await this.#readEvents('dividend', symbol, options)
        return publish('events.changed')
      case 'bond-events':
        await this.#readEvents('bond', symbol, options)
        return publish('events.changed')
      case 'splits':
        await this.#readEvents('split', symbol, options)
        return publish('events.changed')
    }
  }

  #putRows(request: PartRequest, endpoint: string, response: Outputs['getOrderBook'] | Outputs['getTrades']): void {
    const { cache, clock } = this.#context
    noteMalformed(this.#context, endpoint, response)
    const stored: StoredRows<unknown> = { rows: response.rows, leftOut: response.malformed.length }
    cache.instrumentParts.put(keyOf(request), stored, clock.now())
  }

  /** Reads all pages before anything is stored: an incomplete list would look complete. */
  async #readConstituents(symbol: string, options: ReadOptions): Promise<readonly Constituent[]> {
    const rows: Constituent[] = []
    const seen = new Set<string>()
    let cursor: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const response: Outputs['listConstituents'] = await this.#context.broker.call(
        'listConstituents',
        { symbol, cursor },
        options,
      )
      noteMalformed(this.#context, 'listConstituents', response)
      rows.push(...response.rows)
      cursor = response.nextCursor
      if (cursor === null || seen.has(cursor)) break
      seen.add(cursor)
    }
    return rows
  }

  async #readOptions({ symbol, chain }: PartRequest, options: ReadOptions): Promise<void> {
    if (chain === null) return
    const { root, expiration } = chain
    try {
      const response = await this.#context.broker.call(
        'listOptions',
        { symbol, ...(root !== null && { root }), ...(expiration !== null && { expirationDate: expiration }) },
        options,
      )
      noteMalformed(this.#context, 'listOptions', response)
      this.chains.store(symbol, chain, response.rows)
    } catch (error) {
      if (isRefusal(error)) this.chains.noteRefused(symbol, chain)
      throw error
    }
  }
}
