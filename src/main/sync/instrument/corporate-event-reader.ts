import type { Purpose } from '../../../shared/model/app/usage.ts'
import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'

const pageSize = 100
const maxPages = 50
/** Events are requested this number of years ahead. No known bond matures later. */
const yearsAhead = 40

/** The lists of an instrument's events. Each list has its own request. */
export type EventKind = 'dividend' | 'bond' | 'split'

interface Options {
  readonly purpose: Purpose
  readonly signal: AbortSignal
  readonly onSend?: () => void
}

interface Page<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly { readonly path: string; readonly reason: string }[]
  readonly hasNext: boolean
}

/**
 * Reads all dividends, bond events or future splits of an instrument into the cache. Throws the errors of the broker;
 * then nothing changes.
 */
export function createCorporateEventReader(context: SyncContext) {
  const { broker, cache, clock } = context

  /** Reads all pages. `hasNext` shows whether there are more; the total of bond events is not reliable. */
  async function readPages<T>(endpoint: string, requestPage: (offset: number) => Promise<Page<T>>): Promise<T[]> {
    const rows: T[] = []
    for (let page = 0, offset = 0; page < maxPages; page++) {
      const response = await requestPage(offset)
      noteMalformed(context, endpoint, response)
      rows.push(...response.rows)
      offset += response.rows.length + response.malformed.length
      if (!response.hasNext || response.rows.length + response.malformed.length === 0) break
    }
    return rows
  }

  const readers: Readonly<Record<EventKind, (symbol: string, options: Options) => Promise<void>>> = {
    async dividend(symbol, options) {
      const rows = await readPages('listPastDividends', (offset) =>
        broker.call('listPastDividends', { symbol, direction: 'DESC', limit: pageSize, offset }, options),
      )
      cache.corporateEvents.replaceDividends(symbol, rows, clock.now())
    },
    async bond(symbol, options) {
      const readUntil = (to: string | undefined) =>
        readPages('listPastBondEvents', (offset) =>
          broker.call('listPastBondEvents', { symbol, direction: 'DESC', limit: pageSize, offset, to }, options),
        )
      // The list is for past events, but the coupons are known up to maturity, so future events are requested too.
      const farAhead = `${new Date(clock.now()).getUTCFullYear() + yearsAhead}-12-31`
      const rows = await readUntil(farAhead).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        return readUntil(undefined)
      })
      cache.corporateEvents.replaceBondEvents(symbol, rows, clock.now())
    },
    async split(symbol, options) {
      const rows = await readPages('listFutureSplits', (offset) =>
        broker.call('listFutureSplits', { symbol, limit: pageSize, offset }, options),
      )
      cache.corporateEvents.replaceSplits(symbol, rows, clock.now())
    },
  }
  return (kind: EventKind, symbol: string, options: Options): Promise<void> => readers[kind](symbol, options)
}
