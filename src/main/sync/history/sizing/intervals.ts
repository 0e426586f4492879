import type { Interval } from '../cache/coverage.ts'

/** The service's transaction times have whole seconds: nothing smaller can be asked for. */
export const secondMs = 1_000

/** The service's clock may run ahead of ours: what is asked for reaches so far beyond now. */
export const aheadMs = 3_600_000

/** The whole second at or before an instant (UTC ms). */
export const floorSecond = (at: number): number => Math.floor(at / secondMs) * secondMs

/** The whole second at or after an instant (UTC ms). */
export const ceilSecond = (at: number): number => Math.ceil(at / secondMs) * secondMs

/** What is left of an interval without the parts given, newest first. The parts may overlap and come in any order. */
export function subtract({ from, to }: Interval, parts: readonly Interval[]): Interval[] {
  const left: Interval[] = []
  let end = to
  for (const part of parts.toSorted((a, b) => b.to - a.to)) {
    if (part.to <= from || part.from >= end || part.from >= part.to) continue
    if (part.to < end) left.push({ from: part.to, to: end })
    end = part.from
    if (end <= from) return left
  }
  return end > from ? [...left, { from, to: end }] : left
}
