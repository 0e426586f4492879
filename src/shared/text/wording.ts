import type { Wording } from '../model/wording.ts'
import type { Format } from './format.ts'

/** Joins the parts of a text, with its numbers and dates in the given formats. */
export const writeWording = (words: Wording, { quantity, date }: Pick<Format, 'quantity' | 'date'>): string =>
  words
    .map((part) => (typeof part === 'string' ? part : 'number' in part ? quantity(part.number) : date(part.date)))
    .join('')

/** Joins the parts of a text, with its numbers and dates as plain text for programs. */
export const plainWording = (words: Wording): string =>
  words.map((part) => (typeof part === 'string' ? part : 'number' in part ? part.number : part.date)).join('')
