import type { Interval } from '#main/cache/history/coverage.ts'
import { hourMs, secondMs } from '#shared/durations.ts'

/** Requests for the newest rows end this time after now, because the service's clock may be ahead. */
export const aheadMs = hourMs

/** The whole second at or before an instant (UTC ms). Intervals of requests start and end at whole seconds. */
export const floorSecond = (at: number): number => Math.floor(at / secondMs) * secondMs

/** The whole second at or after an instant (UTC ms). */
export const ceilSecond = (at: number): number => Math.ceil(at / secondMs) * secondMs

/** The times (UTC ms) of the rows in an interval. */
export const timesIn = ({ from, to }: Interval, rows: readonly { readonly at: number }[]): number[] =>
  rows.flatMap(({ at }) => (from <= at && at < to ? [at] : []))

/** The parts of an interval outside `parts`, newest first. `parts` may overlap and be in any order. */
export function subtract({ from, to }: Interval, parts: readonly Interval[]): Interval[] {
  const remaining: Interval[] = []
  let end = to
  for (const part of parts.toSorted((a, b) => b.to - a.to)) {
    if (part.to <= from || part.from >= end || part.from >= part.to) continue
    if (part.to < end) remaining.push({ from: part.to, to: end })
    end = part.from
    if (end <= from) return remaining
  }
  return end > from ? [...remaining, { from, to: end }] : remaining
}
