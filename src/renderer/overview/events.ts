import type { EventRow } from '../../shared/model/activity.ts'

/** The next events and the latest past ones, nearest first in both. */
export function splitEvents(events: readonly EventRow[], count: number): { ahead: EventRow[]; past: EventRow[] } {
  const sorted = events.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return {
    ahead: sorted.filter(({ isAhead }) => isAhead).slice(0, count),
    past: sorted
      .filter(({ isAhead }) => !isAhead)
      .slice(-count)
      .toReversed(),
  }
}
