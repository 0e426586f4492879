import type { TradingSession } from '#shared/model/instrument.ts'
import { isWithin, type ScenarioSymbol } from './scenario.ts'

const dayMs = 86_400_000
type Span = readonly [number, number]

/** The times at which an instrument trades and is on screen, in UTC ms. */
export interface Schedule {
  readonly sessions: readonly TradingSession[]
  isOpen(at: number): boolean
  isVisible(at: number): boolean
  /** The last close before `at`; minus infinity for none. */
  closedAt(at: number): number
  /** The time since which it is open and on screen; `null` while it is not. */
  watchedSince(at: number): number | null
}

/** The spans of a scenario in the format of the service's schedules. */
export function createSchedule(scenario: ScenarioSymbol, startAt: number): Schedule {
  const inMs = ([from, to]: Span): Span => [startAt + from * 60_000, startAt + to * 60_000]
  const lasts = ([from, to]: Span): boolean => from < to
  const open = merge(scenario.open.filter(lasts).map(inMs))
  const visible = merge(scenario.visible.filter(lasts).map(inMs))
  const last = Math.max(startAt, ...open.map(([, to]) => to))
  const since = (spans: readonly Span[], at: number): number | null =>
    spans.find(([from, to]) => from <= at && at < to)?.[0] ?? null
  return {
    // A trading session comes before the closed session that contains it.
    sessions: [
      { type: 'CLOSED', startAt: startAt - dayMs, endAt: last + 30 * dayMs },
      ...open.map(([from, to]) => ({ type: 'CORE_TRADING', startAt: from, endAt: to })),
    ],
    isOpen: (at) => isWithin(open, at),
    isVisible: (at) => isWithin(visible, at),
    closedAt: (at) => open.reduce((latest, [, to]) => (to <= at ? Math.max(latest, to) : latest), -Infinity),
    watchedSince(at) {
      const [openSince, visibleSince] = [since(open, at), since(visible, at)]
      return openSince === null || visibleSince === null ? null : Math.max(openSince, visibleSince)
    },
  }
}

/** The spans in order. Adjacent spans are merged. */
function merge(spans: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before !== undefined && from <= before[1]) before[1] = Math.max(before[1], to)
    else merged.push([from, to])
  }
  return merged
}
