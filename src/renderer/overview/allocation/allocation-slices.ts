import { sum, toNumber, absolute, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { Allocation } from '#shared/model/portfolio.ts'
import type { Format } from '#shared/text/format.ts'

/** A line of the legend of an allocation, and a sector of its ring. */
export interface Slice {
  readonly key: string
  readonly label: string
  /** In the currency of the allocation; negative for a short position. */
  readonly value: Decimal
  /** Share of the gross value, 0 … 1. */
  readonly share: number
  /** The absolute value as a float, for drawing only. */
  readonly size: number
}

/** At most `maxSlices` slices: the largest ones, and one with the sum of all others, so that the ring stays readable. */
export function foldSlices(allocation: Allocation, maxSlices: number, format: Pick<Format, 'count'>): Slice[] {
  const sorted = allocation.slices
    .map((slice) => ({ ...slice, size: toNumber(absolute(slice.value)) }))
    .sort((a, b) => b.size - a.size)
  if (sorted.length <= maxSlices) return sorted
  const shown = sorted.slice(0, maxSlices - 1)
  const rest = sorted.slice(maxSlices - 1)
  const folded = {
    key: '',
    label: m.performance_count_others({ count: format.count(rest.length) }),
    value: sum(rest.map(({ value }) => value)),
    share: rest.reduce((total, { share }) => total + share, 0),
    size: rest.reduce((total, { size }) => total + size, 0),
  }
  return [...shown, folded]
}
