import { tmpdir } from 'node:os'
import { createCache } from '../../src/main/cache/cache.ts'
import { migrations as cacheMigrations } from '../../src/main/cache/migrations.ts'
import { createJournal } from '../../src/main/journal/journal.ts'
import { migrations as journalMigrations } from '../../src/main/journal/migrations.ts'
import { openDatabase } from '../../src/main/sqlite/open.ts'
import { attend } from '../../src/main/sync/attend.ts'
import { Attention } from '../../src/main/sync/attention.ts'
import { createJobs } from '../../src/main/sync/jobs.ts'
import { Cancels } from '../../src/main/orders/cancels.ts'
import { OrderReader } from '../../src/main/orders/order-reader.ts'
import { InstrumentFollower } from '../../src/main/sync/instrument/follower.ts'
import { QuoteBoard } from '../../src/main/sync/quote-board.ts'
import { Scheduler } from '../../src/main/sync/scheduler.ts'
import { makeSyncContext } from '../../test/fakes/sync-context.ts'
import { SimulatedClock } from '../freshness/simulated-clock.ts'
import { createDayService, sessionsOfDay, type Arrival } from './day-service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.UTC(2026, 2, 3)
/** A window repeats what it shows this often. */
const repeatMs = 15_000

/** A stretch of the day in which nothing about the window changes. Hours are UTC. */
export interface Phase {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly isVisible: boolean
}

/** What reached the service in a phase. */
export interface PhaseCount {
  readonly phase: string
  readonly hours: number
  readonly perHour: number
  readonly maxInAnyMinute: number
  /** Minutes in which anything was asked at all. */
  readonly minutesAsked: number
  readonly byEndpoint: Readonly<Record<string, number>>
  /** Requests for an instrument of the market whose hours are known. */
  readonly ofKnownHours: number
  /** By endpoint and purpose. */
  readonly byPurpose: Readonly<Record<string, number>>
}

/** Nothing trades, and no window is open. */
export const closedPhase = 'closed, hidden in the tray'

/** An ordinary day: at work with the window open, then in the tray, the evening, the night. */
export const ordinaryDay: readonly Phase[] = [
  { name: 'start', from: 9, to: 9.25, isVisible: true },
  { name: 'open, window visible', from: 9.25, to: 10.25, isVisible: true },
  { name: 'open, hidden in the tray', from: 10.25, to: 12.25, isVisible: false },
  { name: 'open until the close', from: 12.25, to: 16.1, isVisible: false },
  { name: 'closed, window visible', from: 16.1, to: 17.1, isVisible: true },
  { name: closedPhase, from: 17.1, to: 29, isVisible: false },
  { name: 'closed, window opened again', from: 29, to: 29.1, isVisible: true },
  { name: 'closed, hidden again', from: 29.1, to: 31, isVisible: false },
  { name: 'opening, hidden in the tray', from: 31, to: 32, isVisible: false },
]

/** A look at a closed market, and then so many hours of none. */
export const eveningOf = (hours: number): readonly Phase[] => [
  { name: 'closed, window visible', from: 17, to: 17.1, isVisible: true },
  { name: closedPhase, from: 17.1, to: 17.1 + hours, isVisible: false },
]

/** So many hours of these phases, from the first on. */
export function firstHours(phases: readonly Phase[], hours: number): readonly Phase[] {
  const end = (phases[0]?.from ?? 0) + hours
  return phases.filter(({ from }) => from < end).map((phase) => ({ ...phase, to: Math.min(phase.to, end) }))
}

const held = Array.from({ length: 30 }, (_, i) => `H${i + 1}@MISX`)
/** Of the last the service has no hours. */
const watched = [...Array.from({ length: 39 }, (_, i) => `W${i + 1}@MISX`), 'W40@NONE']
const shown = [...held.slice(0, 20), ...watched.slice(0, 5)]

/** Lives through a day with the real jobs, scheduler, plan and budget: three accounts, one of them empty, 30 positions, 40 instruments watched. */
export async function simulateDay(
  phases: readonly Phase[] = ordinaryDay,
  sessionsAt = sessionsOfDay,
): Promise<readonly PhaseCount[]> {
  const clock = new SimulatedClock(midnight + (phases[0]?.from ?? 0) * hourMs)
  const accounts = new Map([
    ['1900001', held.slice(0, 18)],
    ['1900002', held.slice(15)],
    ['1900003', []],
  ])
  const { broker, budget, arrivals } = createDayService({ clock, accounts, sessionsAt })
  const cacheDb = openDatabase(':memory:', cacheMigrations, { synchronous: 'NORMAL' })
  const journalDb = openDatabase(':memory:', journalMigrations, { synchronous: 'NORMAL' })
  const cache = createCache(cacheDb)
  const journal = createJournal(journalDb, tmpdir())
  const list = journal.watchlists.create('Watchlist')
  for (const symbol of watched) journal.watchlists.addSymbol(list.id, symbol)
  const attention = new Attention(clock, (becameWatched) => attend(scheduler, becameWatched))
  const readBudget = () => budget.snapshot()
  const context = makeSyncContext({ broker, cache, journal, attention, clock, readBudget })
  const faults: unknown[] = []
  // Housekeeping asks nothing, and writes files.
  const reader = new OrderReader(context)
  const cancels: Cancels = new Cancels({
    ...{ ...context, reader, logFault: (_: string, error: unknown) => faults.push(error) },
    mayAsk: () => scheduler.isStarted,
    wake: () => scheduler.wake('cancels', 'schedule'),
  })
  const instruments = new InstrumentFollower(context)
  const jobs = createJobs(context, new QuoteBoard(context), new Map(), instruments, { reader, cancels }).filter(
    ({ needsNoConnection = false }) => !needsNoConnection,
  )
  const scheduler: Scheduler = new Scheduler({
    ...{ jobs, clock, random: () => 0.5, onChange: () => undefined },
    onOutcome({ error }) {
      if (error !== null) faults.push(error.cause ?? error)
    },
  })
  scheduler.start()
  try {
    for (const { from, to, isVisible } of phases) {
      for (let at = from * hourMs; at < to * hourMs; at += repeatMs) {
        attention.set('window', shown, isVisible)
        await clock.runUntil(midnight + at + repeatMs)
        if (faults.length > 0) throw faults[0]
      }
    }
    return phases.map((phase) => countPhase(phase, arrivals))
  } finally {
    // Not awaited: what is on its way stays there, for time stands still now.
    void scheduler.stop()
    cacheDb.close()
    journalDb.close()
  }
}

function countPhase({ name, from, to }: Phase, arrivals: readonly Arrival[]): PhaseCount {
  const inPhase = arrivals.filter(({ at }) => at >= midnight + from * hourMs && at < midnight + to * hourMs)
  const byEndpoint: Record<string, number> = {}
  const byPurpose: Record<string, number> = {}
  for (const { endpoint, purpose } of inPhase) {
    byEndpoint[endpoint] = (byEndpoint[endpoint] ?? 0) + 1
    byPurpose[`${endpoint} (${purpose})`] = (byPurpose[`${endpoint} (${purpose})`] ?? 0) + 1
  }
  const hours = to - from
  return {
    ...{ phase: name, hours: Math.round(hours * 100) / 100, perHour: Math.round(inPhase.length / hours) },
    ...{ maxInAnyMinute: mostInAMinute(inPhase), minutesAsked: countMinutes(inPhase), byEndpoint, byPurpose },
    ofKnownHours: inPhase.filter(({ symbol }) => symbol?.endsWith('@MISX')).length,
  }
}

const countMinutes = (arrivals: readonly Arrival[]): number =>
  new Set(arrivals.map(({ at }) => Math.floor(at / minuteMs))).size

function mostInAMinute(arrivals: readonly Arrival[]): number {
  let first = 0
  let most = 0
  for (const [last, { at }] of arrivals.entries()) {
    while ((arrivals[first]?.at ?? at) <= at - minuteMs) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}
