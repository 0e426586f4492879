import type { Wording } from '../model/wording.ts'
import { currencyPlaces, type Format } from './format.ts'

type Value = Exclude<Wording[number], string>
type Formats = Pick<Format, 'amount' | 'quantity' | 'date'>

/** A text with its numbers and dates in these formats. */
export const writeWording = (words: Wording, formats: Formats): string =>
  words.map((part) => (typeof part === 'string' ? part : writeValue(part, formats))).join('')

/** Joins the parts of a text, with its numbers and dates as plain text for programs. */
export const plainWording = (words: Wording): string =>
  words.map((part) => (typeof part === 'string' ? part : plainValue(part))).join('')

function writeValue(part: Value, { amount, quantity, date }: Formats): string {
  if ('number' in part) return quantity(part.number)
  if ('date' in part) return date(part.date)
  const ownPlaces = part.money.split('.')[1]?.length ?? 0
  return amount(part.money, { places: Math.max(currencyPlaces(part.currency), ownPlaces) })
}

const plainValue = (part: Value): string => ('number' in part ? part.number : 'date' in part ? part.date : part.money)
