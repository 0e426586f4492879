import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'

/** A section of the screen: a part of the instrument, or data from another request. */
export type SectionId = InstrumentPart | 'quote' | 'prices' | 'position' | 'orders' | 'transactions'

/** A section and its short title. */
export interface Section {
  readonly id: SectionId
  readonly title: string
}

/** Sections that every instrument has. */
const commonIds: readonly SectionId[] = ['quote', 'prices', 'position', 'orders', 'transactions']
/** In the order of the screen: left column, right column, full width. */
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
  { id: 'book', title: 'Order book' },
  { id: 'trades', title: 'Trades' },
  { id: 'params', title: 'Parameters' },
  { id: 'options', title: 'Options' },
  { id: 'constituents', title: 'Constituents' },
]

/** The sections of an instrument with these parts. */
export const sectionsOf = (parts: readonly InstrumentPart[]): readonly Section[] =>
  sections.filter(({ id }) => commonIds.includes(id) || parts.some((part) => part === id))

/**
 * The index of the section after (1) or before (-1) the current scroll position. `tops`: the top of each section, in px
 * below the bottom of the header.
 */
export function adjacentSection(tops: readonly number[], step: 1 | -1): number {
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
