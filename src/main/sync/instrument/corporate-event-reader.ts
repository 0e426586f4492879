import type { Purpose } from '../../../shared/model/usage.ts'
import type { SyncContext } from '../context.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'

const pageSize = 100
const maxPages = 50

/** The lists of an instrument's events, each asked for by itself. */
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

/** Reads all of an instrument's dividends, bond events or coming splits into the cache. Throws what the broker throws; then nothing changes. */
export function createCorporateEventReader(context: SyncContext) {
  const { broker, cache, clock } = context

  /** All pages: `hasNext` is what tells, a total means nothing for bonds. */
  async function readPages<T>(endpoint: string, ask: (offset: number) => Promise<Page<T>>): Promise<T[]> {
    const rows: T[] = []
    for (let page = 0, offset = 0; page < maxPages; page++) {
      const response = await ask(offset)
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
      const rows = await readPages('listPastBondEvents', (offset) =>
        broker.call('listPastBondEvents', { symbol, direction: 'DESC', limit: pageSize, offset }, options),
      )
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
