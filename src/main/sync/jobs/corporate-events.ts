import { dayMs, minuteMs } from '../../../shared/durations.ts'
import { isOlder } from '../interest/freshness.ts'
import type { SyncContext } from '../context.ts'
import { createCorporateEventReader, type EventKind } from '../instrument/corporate-event-reader.ts'
import { purposeOf, type Job } from '../scheduler/job.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { isRefusal } from '../scheduler/failures.ts'

/** What was held once pays nothing new to this person: its events are read once a month. */
const formerStaleMs = 30 * dayMs
/** Of them, in one go. */
const maxFormer = 1_000

/** Reads dividends, bond events and future splits of instruments that are held or have an alert, each once a day at background priority; those of instruments that were held, once a month. */
export function createCorporateEventsJob(context: SyncContext): Job {
  const { cache, journal, clock, publish } = context
  const read = createCorporateEventReader(context)
  const refusedAt = new Map<string, number>()
  const failedAt = new Map<string, number>()

  /**
   * Lists that failed most recently come last, so that one failing instrument does not block the others. In quiet hours
   * lists that were read before wait until a market opens or a window becomes visible.
   */
  function listDue(): { symbol: string; kind: EventKind; key: string }[] {
    const staleMs = isQuiet(context) ? Infinity : context.power.isSaving ? 3 * dayMs : dayMs
    const held = context
      .readFollowed()
      .filter(({ isHeld }) => isHeld)
      .map(({ symbol }) => symbol)
    const followed = cache.instrumentDetails
      .getMany([...new Set([...held, ...journal.alerts.symbols(clock.now())])])
      .flatMap(({ details: { symbol, type } }) =>
        kindsOf(type).map((kind) => ({ symbol, kind, key: `${kind} ${symbol}` })),
      )
    return [...followed, ...listFormer(new Set(followed.map(({ symbol }) => symbol)))]
      .filter(({ symbol, kind, key }) => {
        const last = Math.max(
          cache.corporateEvents.fetchedAt(symbol, kind) ?? -Infinity,
          refusedAt.get(key) ?? -Infinity,
        )
        return last === -Infinity || isOlder(last, staleMs, clock.now())
      })
      .sort((a, b) => (failedAt.get(a.key) ?? 0) - (failedAt.get(b.key) ?? 0))
  }

  /** The payments of instruments that were held in the past: they show which income was due. Future splits do not matter for them. */
  function listFormer(followed: ReadonlySet<string>): ReturnType<typeof listDue> {
    if (isQuiet(context)) return []
    const stale = clock.now() - formerStaleMs
    return cache.corporateEvents
      .listUnreadPayers(stale, maxFormer)
      .filter(({ symbol }) => !followed.has(symbol))
      .flatMap(({ symbol, type }) => kindsOf(type).map((kind) => ({ symbol, kind, key: `${kind} ${symbol}` })))
      .filter(({ kind }) => kind !== 'split')
      .filter(({ key }) => isOlder(refusedAt.get(key) ?? -Infinity, formerStaleMs, clock.now()))
  }

  return {
    name: 'events',
    title: 'Dividends, bond events and splits of held instruments',
    async run(run) {
      for (const { symbol, kind, key } of listDue()) {
        try {
          await read(kind, symbol, { purpose: purposeOf(run, 'background'), signal: run.signal })
          failedAt.delete(key)
        } catch (error) {
          const troubles = isRefusal(error) ? refusedAt : failedAt
          troubles.set(key, clock.now())
          if (troubles === failedAt) throw error
        }
        publish('events.changed')
      }
    },
    nextDelayMs: () => (listDue().length > 0 ? 5_000 : isQuiet(context) ? quietDelayMs(context) : minuteMs),
  }
}

function kindsOf(type: string): readonly EventKind[] {
  if (type === 'BONDS') return ['bond']
  return type === 'EQUITIES' || type === 'FUNDS' ? ['dividend', 'split'] : []
}
