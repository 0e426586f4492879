import { toNumber, type Decimal } from '../../shared/decimal.ts'
import type { BookLadder, BookLevel } from '../../shared/model/instrument-view.ts'
import type { Format } from '../../shared/format.ts'

/** Levels shown of each side: the ladder keeps its height, however deep the book is. */
export const depthRows = 10

/** A level with the length of its bar, 0 … 1 of the deepest shown; `null` keeps a place free. */
export type DepthRow = (BookLevel & { readonly depth: number }) | null

/** The ladder from the top down. */
export interface BookRows {
  /** The highest price first: the best ask stands last, over the spread. */
  readonly asks: readonly DepthRow[]
  readonly bids: readonly DepthRow[]
  /** Levels that are deeper than what is shown. */
  readonly hidden: number
  /** Share of the bids in all pieces, 0 … 1. */
  readonly bidShare: number | null
}

/** Places the best levels of both sides; bars grow with what stands up to there. */
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

/** From −1 … 1 to 0 … 1. */
const shareOf = (imbalance: Decimal | null): number | null =>
  imbalance === null ? null : Math.max(0, Math.min(1, (toNumber(imbalance) + 1) / 2))

/** "62% bid, 38% ask of all pieces". */
export const imbalanceWords = (bidShare: number | null, format: Pick<Format, 'share'>): string =>
  bidShare === null
    ? 'The balance is not known.'
    : `${format.share(bidShare, 0)} bid, ${format.share(1 - bidShare, 0)} ask of all pieces`
