import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { AppError } from '#shared/errors.ts'
import { hasMarket } from '#shared/has-market.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceCause } from '#shared/model/app/service.ts'
import type { CallOptions } from '../../broker/broker.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { SyncContext } from '../context.ts'
import { createCorporateEventReader, type EventKind } from '../instrument/corporate-event-reader.ts'
import { readDetails } from '../instrument/read-details.ts'
import { isOlder } from '../interest/account-age.ts'
import type { Followed } from '../interest/followed.ts'
import { isQuiet, quietDelayMs } from '../quiet-hours.ts'
import { type Job, purposeOf, isOfEndpoint, isRefusal } from '../scheduler/job.ts'
import { createPerSymbolJob, type PerSymbolJob } from './per-symbol.ts'

const weekMs = 7 * dayMs
const firstListMs = 1_000

/** Reads the reference data of held and watched instruments: names, lots, currencies, face values. Once a week is enough. */
export function createReferenceJob(context: SyncContext): PerSymbolJob {
  const { cache, clock, publish } = context
  return createPerSymbolJob(context, {
    name: 'reference',
    title: m.sync_reference_data,
    refusedMs: hourMs,
    choose: (followed) => chooseReference(followed, cache),
    // Data that were read before can wait until a market opens or a window becomes visible.
    freshMs: (_, isQuiet) => (isQuiet ? Infinity : weekMs),
    fetchedAt: (symbols) =>
      new Map(
        cache.instrumentDetails
          .getMany(symbols)
          .flatMap(({ details, fetchedAt, isOutdated }) => (isOutdated ? [] : [[details.symbol, fetchedAt]])),
      ),
    // Without reference data the value of a position and the currency of its profit are unknown. Without a rate the
    // totals are unknown.
    isMissedOnScreen: ({ isHeld, isRate }) => (isHeld || isRate) && context.attention.isWindowVisible,
    read: (symbol, options) => readDetails(context, symbol, options),
    announce: () => publish('instruments.changed'),
    // Each page of the first list of all instruments may contain a rate that the totals wait for, the last page as well.
    idleMs() {
      const { endedAt } = cache.instruments.download.read()
      return endedAt === null || !isOlder(endedAt, minuteMs, clock.now()) ? firstListMs : minuteMs
    },
  })
}

/**
 * Chooses positions, whose value depends on reference data, instruments with an alert, and rates, whose quote currency
 * must be known. A watchlist row shows only data of the list of all instruments, so its instrument is read only if it
 * is not in that list: at once if it is on screen, otherwise after the list was read completely. Instruments that are
 * only on screen are excluded: an opened instrument is read with all its parts, and a chain has hundreds of options.
 */
function chooseReference(
  followed: readonly Followed[],
  { instruments }: Pick<SyncContext['cache'], 'instruments'>,
): readonly Followed[] {
  const isComplete = instruments.download.read().endedAt !== null
  const rows = followed.filter(({ isHeld, isInWatchlist, isRate }) => isHeld || isInWatchlist || isRate)
  const listed = new Set(instruments.getMany(rows.map(({ symbol }) => symbol)).map(({ symbol }) => symbol))
  return rows.filter(
    ({ symbol, isHeld, isAwaited, isRate, isVisible }) =>
      isHeld || isAwaited || isRate || (!listed.has(symbol) && (isVisible || isComplete)),
  )
}

/** Instruments that are no longer held pay nothing to the user. Their events are read once a month. */
const formerStaleMs = 30 * dayMs
/** The maximum number of these instruments per run. */
const maxFormer = 1_000
/** The maximum number of unknown types per run, so that they do not delay the events of held instruments. */
const maxTypes = 20

/**
 * Reads dividends, bond events and future splits at background priority: once a day for instruments that are held or
 * have an alert, once a month for instruments that were held.
 */
export function createCorporateEventsJob(context: SyncContext): Job {
  const { cache, journal, clock, publish } = context
  const read = createCorporateEventReader(context)
  const refusedAt = new Map<string, number>()
  const failedAt = new Map<string, number>()

  /**
   * Lists that failed most recently are last, so that one failing instrument does not block the others. In quiet hours
   * lists that were read before wait until a market opens or a window becomes visible.
   */
  function listDue(): { symbol: string; kind: EventKind; key: string }[] {
    const staleMs = isQuiet(context) ? Infinity : context.power.isSaving ? 3 * dayMs : dayMs
    const held = context
      .readFollowed()
      .filter(({ isHeld }) => isHeld)
      .map(({ symbol }) => symbol)
    const symbols = [...new Set([...held, ...journal.alerts.symbols(clock.now()).filter(hasMarket)])]
    // Where the service refuses the reference data, the list of all instruments has the type.
    const typeOf = readFacts(cache, symbols)
    const followed = symbols.flatMap((symbol) =>
      kindsOf(typeOf(symbol).type ?? '').map((kind) => ({ symbol, kind, key: `${kind} ${symbol}` })),
    )
    return [...followed, ...listFormer(new Set(followed.map(({ symbol }) => symbol)))]
      .filter(({ symbol, kind, key }) => {
        const fetchedAt = cache.corporateEvents.isOutdated(symbol, kind)
          ? null
          : cache.corporateEvents.fetchedAt(symbol, kind)
        const last = Math.max(fetchedAt ?? -Infinity, refusedAt.get(key) ?? -Infinity)
        return last === -Infinity || isOlder(last, staleMs, clock.now())
      })
      .sort((a, b) => (failedAt.get(a.key) ?? 0) - (failedAt.get(b.key) ?? 0))
  }

  /**
   * The payments of instruments that were held in the past. They show which income was due. Future splits are not
   * needed.
   */
  function listFormer(followed: ReadonlySet<string>): ReturnType<typeof listDue> {
    // In quiet hours only what was never read.
    const stale = isQuiet(context) ? Number.MIN_SAFE_INTEGER : clock.now() - formerStaleMs
    return cache.corporateEvents
      .listUnreadPayers(stale, maxFormer)
      .filter(({ symbol }) => hasMarket(symbol) && !followed.has(symbol))
      .flatMap(({ symbol, type }) => kindsOf(type).map((kind) => ({ symbol, kind, key: `${kind} ${symbol}` })))
      .filter(({ kind }) => kind !== 'split')
      .filter(({ key }) => isOlder(refusedAt.get(key) ?? -Infinity, formerStaleMs, clock.now()))
  }

  /**
   * Instruments of transactions that the list of all instruments does not have: what pays is not known without a type. Most are
   * expired options, which the service refuses: they are not requested again at each start of the app.
   */
  function listUntyped(): readonly string[] {
    if (cache.instruments.download.read().endedAt === null) return []
    const troubles = cache.serviceRecords.list().find(({ endpoint }) => endpoint === 'getAsset')?.troubles ?? {}
    const lastRefusal = (symbol: string): number => {
      const known = troubles[symbol]
      const stored = known !== undefined && isRefusalCode(known.cause.code) ? known.lastAt : -Infinity
      return Math.max(stored, refusedAt.get(symbol) ?? -Infinity)
    }
    return cache.corporateEvents
      .listUntyped(maxFormer)
      .filter((symbol) => hasMarket(symbol) && isOlder(lastRefusal(symbol), weekMs, clock.now()))
      .slice(0, maxTypes)
  }

  /** Returns the failure of the endpoint; `null` without one. */
  async function readTypes(options: CallOptions): Promise<AppError | null> {
    for (const symbol of listUntyped()) {
      try {
        await readDetails(context, symbol, options)
        publish('instrument.changed', { symbol, part: 'details' })
      } catch (error) {
        throwUnlessOfEndpoint(error)
        if (!isRefusal(error)) return error
        refusedAt.set(symbol, clock.now())
      }
    }
    return null
  }

  return {
    name: 'events',
    title: m.sync_events_of_held_instruments,
    async run(run) {
      const options = { purpose: purposeOf(run, 'background'), signal: run.signal }
      const failures = new Map<EventKind, AppError>()
      for (const { symbol, kind, key } of listDue()) {
        // A list that failed once is not requested again in this run. The other lists have other endpoints.
        if (failures.has(kind)) continue
        try {
          // Face value and currency decide what the events of a bond mean.
          if (kind === 'bond' && cache.instrumentDetails.fetchedAt(symbol) === null)
            await readDetails(context, symbol, options).catch(throwUnlessOfEndpoint)
          await read(kind, symbol, options)
          failedAt.delete(key)
        } catch (error) {
          const troubles = isRefusal(error) ? refusedAt : failedAt
          troubles.set(key, clock.now())
          throwUnlessOfEndpoint(error)
          if (troubles === failedAt) failures.set(kind, error)
        }
        publish('events.changed')
      }
      const untyped = await readTypes(options)
      const [failure = untyped] = failures.values()
      if (failure !== null) throw failure
    },
    nextDelayMs: () =>
      listDue().length > 0 || listUntyped().length > 0 ? 5_000 : isQuiet(context) ? quietDelayMs(context) : minuteMs,
  }
}

const isRefusalCode = (code: ServiceCause['code']): boolean => code === 'refused' || code === 'not-known'

function throwUnlessOfEndpoint(error: unknown): asserts error is AppError {
  if (!isOfEndpoint(error)) throw error
}

function kindsOf(type: string): readonly EventKind[] {
  if (type === 'BONDS') return ['bond']
  return type === 'EQUITIES' || type === 'FUNDS' ? ['dividend', 'split'] : []
}
