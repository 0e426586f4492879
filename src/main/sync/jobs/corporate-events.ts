import type { Purpose } from '../../../shared/model/usage.ts'
import type { SyncContext } from '../context.ts'
import { purposeOf, type Job } from '../job.ts'
import { isRefusal } from '../refusal.ts'
import { noteMalformed } from '../set-aside.ts'

const dayMs = 86_400_000
const pageSize = 100
const mostPages = 50

type Kind = 'dividend' | 'bond' | 'split'
interface Options {
  readonly purpose: Purpose
  readonly signal: AbortSignal
}
interface Page<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly { readonly path: string; readonly reason: string }[]
  readonly hasNext: boolean
}

/** Reads dividends, bond events and coming splits of what is held, each once a day, at background priority. */
export function createCorporateEventsJob(context: SyncContext): Job {
  const { broker, cache, clock, publish } = context
  const refusedAt = new Map<string, number>()
  const failedAt = new Map<string, number>()

  /** All pages: `hasNext` is what tells, a total means nothing for bonds. */
  async function readPages<T>(endpoint: string, ask: (offset: number) => Promise<Page<T>>): Promise<T[]> {
    const rows: T[] = []
    for (let page = 0, offset = 0; page < mostPages; page++) {
      const answer = await ask(offset)
      noteMalformed(context, endpoint, answer)
      rows.push(...answer.rows)
      offset += answer.rows.length + answer.malformed.length
      if (!answer.hasNext || answer.rows.length + answer.malformed.length === 0) break
    }
    return rows
  }

  const readers: Readonly<Record<Kind, (symbol: string, options: Options) => Promise<void>>> = {
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

  /** What failed last comes last: one instrument that always fails does not keep the others from being read. */
  function listDue(): { symbol: string; kind: Kind; key: string }[] {
    const held = context
      .readFollowed()
      .filter(({ isHeld }) => isHeld)
      .map(({ symbol }) => symbol)
    return cache.instrumentDetails
      .getMany(held)
      .flatMap(({ details: { symbol, type } }) =>
        kindsOf(type).map((kind) => ({ symbol, kind, key: `${kind} ${symbol}` })),
      )
      .filter(({ symbol, kind, key }) => {
        const last = Math.max(
          cache.corporateEvents.fetchedAt(symbol, kind) ?? -Infinity,
          refusedAt.get(key) ?? -Infinity,
        )
        return clock.now() - last > dayMs
      })
      .sort((a, b) => (failedAt.get(a.key) ?? 0) - (failedAt.get(b.key) ?? 0))
  }

  return {
    name: 'events',
    title: 'Dividends, bond events and splits of what is held',
    async run(run) {
      for (const { symbol, kind, key } of listDue()) {
        try {
          await readers[kind](symbol, { purpose: purposeOf(run, 'background'), signal: run.signal })
          failedAt.delete(key)
        } catch (error) {
          const troubles = isRefusal(error) ? refusedAt : failedAt
          troubles.set(key, clock.now())
          if (troubles === failedAt) throw error
        }
        publish('events.changed')
      }
    },
    nextDelayMs: () => (listDue().length === 0 ? 60_000 : 5_000),
  }
}

function kindsOf(type: string): readonly Kind[] {
  if (type === 'BONDS') return ['bond']
  return type === 'EQUITIES' || type === 'FUNDS' ? ['dividend', 'split'] : []
}
