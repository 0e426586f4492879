import type { Wording } from '../model/wording.ts'
import type { Format } from './format.ts'

/** A text with its numbers and dates in these formats. */
export const writeWording = (words: Wording, { quantity, date }: Pick<Format, 'quantity' | 'date'>): string =>
  words
    .map((part) => (typeof part === 'string' ? part : 'number' in part ? quantity(part.number) : date(part.date)))
    .join('')

/** A text with numbers and dates as programs write them. */
export const plainWording = (words: Wording): string =>
  words.map((part) => (typeof part === 'string' ? part : 'number' in part ? part.number : part.date)).join('')
