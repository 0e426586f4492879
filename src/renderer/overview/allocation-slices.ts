import { sum, toNumber, absolute, type Decimal } from '../../shared/decimal.ts'
import type { Allocation } from '../../shared/model/portfolio.ts'

/** A line of the allocation's legend and a sector of its ring. */
export interface Slice {
  readonly key: string
  readonly label: string
  /** Signed: a short is below zero. */
  readonly value: Decimal
  /** Of the gross value: 0 … 1. */
  readonly share: number
  /** For drawing only. */
  readonly size: number
}

/** The largest slices, and all smaller ones as one, so that a ring stays readable. Nothing is left out of the sum. */
export function foldSlices(allocation: Allocation, maxSlices: number): Slice[] {
  const sorted = allocation.slices
    .map((slice) => ({ ...slice, size: toNumber(absolute(slice.value)) }))
    .sort((a, b) => b.size - a.size)
  if (sorted.length <= maxSlices) return sorted
  const shown = sorted.slice(0, maxSlices - 1)
  const rest = sorted.slice(maxSlices - 1)
  const other = {
    key: '',
    label: `${rest.length} others`,
    value: sum(rest.map(({ value }) => value)),
    share: rest.reduce((total, { share }) => total + share, 0),
    size: rest.reduce((total, { size }) => total + size, 0),
  }
  return [...shown, other]
}
