import { m } from '#shared/messages/messages.js'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import { texts } from '#shared/texts.ts'

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
const sections: readonly Section[] = texts([
  { id: 'quote', title: m.instrument_page_quote },
  { id: 'prices', title: m.day_price },
  { id: 'position', title: m.instrument_page_position },
  { id: 'orders', title: m.instrument_page_orders },
  { id: 'transactions', title: m.common_transactions },
  { id: 'dividends', title: m.instrument_page_dividends },
  { id: 'bond-events', title: m.instrument_page_bond_events },
  { id: 'splits', title: m.instrument_page_splits },
  { id: 'details', title: m.instrument_page_reference },
  { id: 'schedule', title: m.instrument_page_hours },
  { id: 'book', title: m.instrument_page_order_book },
  { id: 'trades', title: m.instrument_page_trades },
  { id: 'params', title: m.instrument_page_parameters },
  { id: 'options', title: m.instrument_page_options },
  { id: 'constituents', title: m.instrument_page_constituents },
])

/** The sections of an instrument with these parts. */
export const sectionsOf = (parts: readonly InstrumentPart[]): readonly Section[] =>
  sections.filter(({ id }) => commonIds.includes(id) || parts.some((part) => part === id))
