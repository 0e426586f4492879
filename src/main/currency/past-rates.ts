import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts'
import type { Conversion } from '../insight/currency/convert.ts'
import type { RateBook } from '../insight/currency/rate-book.ts'
import type { Journal } from '../journal/journal.ts'
import { recordedPrices } from './read-rates.ts'

/**
 * The rates as they were recorded, looked up once for each minute of the last day and for each hour before: at its start, so
 * that none is later than a point.
 */
export function pastRates(journal: Pick<Journal, 'quotes'>, book: RateBook, now: number): (at: number) => Conversion {
  const byStart = new Map<number, Conversion>()
  return (at) => {
    const stepMs = at > now - dayMs ? minuteMs : hourMs
    const start = Math.floor(at / stepMs) * stepMs
    const conversion = byStart.get(start) ?? book.at(recordedPrices(journal, start))
    byStart.set(start, conversion)
    return conversion
  }
}
