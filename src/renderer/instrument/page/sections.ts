import type { InstrumentPart } from '../../shared/model/instrument-view.ts'

/** What the screen has: parts that are read one by one, and what comes by other ways. */
export type SectionId = InstrumentPart | 'quote' | 'prices' | 'position' | 'orders' | 'transactions'

/** A section and its short name. */
export interface Section {
  readonly id: SectionId
  readonly title: string
}

const always: readonly SectionId[] = ['quote', 'prices', 'position', 'orders', 'transactions']
/** In the order of the screen: the left column, the right one, and what needs the width of both. */
const sections: readonly Section[] = [
  { id: 'quote', title: 'Quote' },
  { id: 'prices', title: 'Price' },
  { id: 'position', title: 'Position' },
  { id: 'orders', title: 'Orders' },
  { id: 'transactions', title: 'Transactions' },
  { id: 'dividends', title: 'Dividends' },
  { id: 'bond-events', title: 'Bond events' },
  { id: 'splits', title: 'Splits' },
  { id: 'details', title: 'Reference' },
  { id: 'schedule', title: 'Hours' },
  { id: 'book', title: 'Book' },
  { id: 'trades', title: 'Trades' },
  { id: 'params', title: 'Trading' },
  { id: 'options', title: 'Options' },
  { id: 'constituents', title: 'Members' },
]

/** The sections of an instrument that has these parts. */
export const sectionsOf = (parts: readonly InstrumentPart[]): readonly Section[] =>
  sections.filter(({ id }) => always.includes(id) || parts.some((part) => part === id))

/**
 * The index of the section after (1) or before (-1) the one in view. `tops`: where each begins, px below the foot of
 * the header.
 */
export function neighbour(tops: readonly number[], step: 1 | -1): number {
  const slackPx = 24
  if (step === 1) {
    const next = tops.findIndex((top) => top > slackPx)
    return next < 0 ? tops.length - 1 : next
  }
  return Math.max(
    0,
    tops.findLastIndex((top) => top < -slackPx),
  )
}
