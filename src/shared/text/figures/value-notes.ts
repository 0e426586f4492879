import { m } from '../../messages/messages.js'
import type { OrderNote, ValueNote } from '../../model/value-note.ts'

const notes: Readonly<Record<Exclude<ValueNote['code'], 'future-of-two-currencies'>, () => string>> = {
  'by-piece': m.insight_formula_by_piece,
  bond: m.insight_formula_of_a_bond,
  option: m.insight_formula_of_an_option,
  future: m.insight_future_has_a_margin,
  'future-of-unknown-currency': m.insight_future_of_unknown_margin_currency,
  'no-reference-data': m.insight_reference_data_not_loaded,
  'no-price-or-quantity': m.insight_no_price_or_quantity,
  'no-face-value': m.insight_face_value_unknown,
  'no-contract-size': m.insight_contract_size_unknown,
  'no-formula': m.insight_no_formula_for_the_type,
  'no-market': m.insight_no_market,
}

/** The formula of a position's value, or what is missing for it. */
export const valueNoteWords = (note: ValueNote): string =>
  note.code === 'future-of-two-currencies' ? m.insight_future_of_two_currencies(note) : notes[note.code]()

/** The formula of an order's value, or what is missing for it. */
export function orderNoteWords(note: OrderNote): string {
  switch (note.code) {
    case 'order-of-several-legs':
      return m.insight_order_of_several_legs()
    case 'order-without-price':
      return m.insight_order_without_price()
    case 'what-remains':
      return m.insight_what_remains({ formula: lower(valueNoteWords(note.formula)) })
    case 'whole-order':
      return m.insight_whole_order({ formula: lower(valueNoteWords(note.formula)) })
    default:
      return valueNoteWords(note)
  }
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
