import { toNumber, type Decimal } from '../../../shared/decimal.ts'
import type { BookLadder, BookLevel } from '../../../shared/model/instrument-view.ts'
import type { Format } from '../../../shared/text/format.ts'

/** Levels shown per side; constant, so that the ladder keeps its height. */
export const depthRows = 10

/** A level with the length of its bar (cumulative size, 0 … 1 of the largest shown); `null` is an empty row. */
export type DepthRow = (BookLevel & { readonly depth: number }) | null

/** The rows of the ladder, from top to bottom. */
export interface BookRows {
  /** The highest price first, so the best ask is last, next to the spread. */
  readonly asks: readonly DepthRow[]
  readonly bids: readonly DepthRow[]
  /** The number of deeper levels that are not shown. */
  readonly hidden: number
  /** The share of bids in the size of all levels, 0 … 1; `null` if unknown. */
  readonly bidShare: number | null
}

/** The best levels of both sides; bars show the cumulative size. */
export function bookRows({ asks, bids, imbalance }: BookLadder): BookRows {
  const shown = [...asks.slice(0, depthRows), ...bids.slice(0, depthRows)]
  const deepest = Math.max(...shown.map(({ total }) => toNumber(total)))
  const place = (level: BookLevel | undefined): DepthRow =>
    level === undefined ? null : { ...level, depth: deepest > 0 ? toNumber(level.total) / deepest : 0 }
  const slots = Array.from({ length: depthRows }, (_, index) => index)
  return {
    asks: slots.map((index) => place(asks[index])).reverse(),
    bids: slots.map((index) => place(bids[index])),
    hidden: Math.max(0, asks.length - depthRows) + Math.max(0, bids.length - depthRows),
    bidShare: shareOf(imbalance),
  }
}

/** Maps an imbalance of −1 … 1 to a share of 0 … 1. */
const shareOf = (imbalance: Decimal | null): number | null =>
  imbalance === null ? null : Math.max(0, Math.min(1, (toNumber(imbalance) + 1) / 2))

/** "62% bid, 38% ask by size". */
export const imbalanceWords = (bidShare: number | null, format: Pick<Format, 'share'>): string =>
  bidShare === null
    ? 'The imbalance is unknown.'
    : `${format.share(bidShare, 0)} bid, ${format.share(1 - bidShare, 0)} ask by size`
