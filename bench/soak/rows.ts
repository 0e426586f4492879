import type { OddRow } from '../../test/fakes/odd-service.ts'

const dayMs = 86_400_000

/** Random numbers from 0 to 1. Each run has the same numbers. */
export type Draw = () => number

/** A time with this number of digits in the fraction of its second. */
export function textOf(at: number, digits: number, draw: Draw): string {
  const whole = new Date(Math.floor(at / 1_000) * 1_000).toISOString().slice(0, 19)
  if (digits === 0) return `${whole}Z`
  const fraction = draw()
    .toFixed(9)
    .slice(2, 2 + digits)
  return `${whole}.${fraction}Z`
}

/** Rows of the eight years before `until`, unevenly spread, with bursts of `burstRows`, duplicates and unreadable rows. */
export function makeRows(count: number, burstRows: number, until: number, draw: Draw): OddRow[] {
  const rows = Array.from({ length: count }, (_, i): OddRow => {
    const daysBack = draw() < 0.7 ? draw() * 2_900 : 600 + draw() * 200
    const timestamp = textOf(until - 60_000 - daysBack * dayMs, draw() < 0.8 ? 0 : Math.floor(draw() * 10), draw)
    const sign = draw() < 0.5 ? -1 : 1
    const change = {
      units: String(sign * Math.floor(draw() * 90_000)),
      nanos: sign * Math.floor(draw() * 100) * 10_000_000,
    }
    return { id: String(i), timestamp, name: `Row ${i % 5_000}`, change, isMalformed: i % 4_999 === 77 }
  })
  for (const [place, daysBack] of [2, 333, 1_800].entries()) {
    const at = until - daysBack * dayMs
    for (let i = 0; i < burstRows; i++)
      rows.push({ id: `burst-${place}-${i}`, timestamp: textOf(at, place === 1 ? 3 : 0, draw), name: 'At once' })
  }
  return rows
}
