import { m } from '../../messages/messages.js'
import type { HistoryCoverage } from '../../model/transaction/history.ts'
import { counted } from '../counted.ts'
import type { Format } from '../format.ts'

/**
 * How many loaded transactions the last complete answers no longer contain, and what becomes of them. `timeOf` gives a time (UTC
 * ms) in words.
 */
export const missingWords = (
  { count, isTooMany, at }: NonNullable<HistoryCoverage['missing']>,
  format: Pick<Format, 'count'>,
  timeOf: (at: number) => string,
) => ({
  title: m.words_loaded_transactions_are_missing(counted(count, format)),
  more: isTooMany
    ? m.words_too_many_are_missing({ time: timeOf(at) })
    : m.words_missing_are_left_out_after({ count, time: timeOf(at) }),
})
