import { SimulatedClock } from '../freshness/simulated-clock.ts'
import { createDayService, sessionsOfDay } from './day-service.ts'
import { startJobs } from './running-jobs.ts'
import { maxInAnyMinute, type Arrival } from './simulated-broker.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.UTC(2026, 2, 3)
/** The interval at which a window repeats its report. */
const repeatMs = 15_000

/** A phase of the day in which the state of the window does not change. Hours are UTC. */
export interface Phase {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly isVisible: boolean
}

/** The requests that reached the service in a phase. */
export interface PhaseCount {
  readonly phase: string
  readonly hours: number
  readonly perHour: number
  readonly maxInAnyMinute: number
  /** Minutes with at least one request. */
  readonly activeMinutes: number
  readonly byEndpoint: Readonly<Record<string, number>>
  /** Requests for quotes of instruments whose market has known hours. */
  readonly quotesOfKnownHours: number
  /** By endpoint and purpose. */
  readonly byPurpose: Readonly<Record<string, number>>
}

/** No market is open, and no window is visible. */
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

/** A visible window on a closed market, then `hours` without one. */
export const eveningOf = (hours: number): readonly Phase[] => [
  { name: 'closed, window visible', from: 17, to: 17.1, isVisible: true },
  { name: closedPhase, from: 17.1, to: 17.1 + hours, isVisible: false },
]

/** The first `hours` of these phases. */
export function firstHours(phases: readonly Phase[], hours: number): readonly Phase[] {
  const end = (phases[0]?.from ?? 0) + hours
  return phases.filter(({ from }) => from < end).map((phase) => ({ ...phase, to: Math.min(phase.to, end) }))
}

const held = Array.from({ length: 30 }, (_, i) => `H${i + 1}@MISX`)
/** The service states no trading hours for the last one. */
const watched = [...Array.from({ length: 39 }, (_, i) => `W${i + 1}@MISX`), 'W40@NONE']
const shown = [...held.slice(0, 20), ...watched.slice(0, 5)]

/**
 * Simulates a day with the real jobs, scheduler, plan and budget: three accounts (one of them empty), 30 positions, 40 watched
 * instruments.
 */
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
  const jobs = startJobs({ clock, broker, budget, watched })
  try {
    for (const { from, to, isVisible } of phases) {
      for (let at = from * hourMs; at < to * hourMs; at += repeatMs) {
        jobs.attention.set('window', shown, isVisible)
        await clock.runUntil(midnight + Math.min(at + repeatMs, to * hourMs))
        jobs.throwFault()
      }
    }
    return phases.map((phase) => countPhase(phase, arrivals))
  } finally {
    jobs.close()
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
    ...{ maxInAnyMinute: maxInAnyMinute(inPhase), activeMinutes: countMinutes(inPhase), byEndpoint, byPurpose },
    quotesOfKnownHours: inPhase.filter(({ endpoint, symbol }) => endpoint === 'getQuote' && symbol?.endsWith('@MISX'))
      .length,
  }
}

const countMinutes = (arrivals: readonly Arrival[]): number =>
  new Set(arrivals.map(({ at }) => Math.floor(at / minuteMs))).size
