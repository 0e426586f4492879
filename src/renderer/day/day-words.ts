import { m } from '#shared/messages/messages.js'
import type { DayCash, DayNote } from '#shared/model/ledger/day-profit.ts'
import type { PastDayAccount } from '#shared/model/ledger/past-day.ts'
import type { Format } from '#shared/text/format.ts'
import { texts } from '#shared/texts.ts'

/** Why a part of today’s profit is unknown, or a special case that applies to it. */
export const dayNoteWords: Readonly<Record<DayNote, string>> = texts({
  'not-stated': m.day_no_stated_profit,
  'no-close': m.day_the_previous_close_is_not_known,
  'no-price': m.day_no_price_is_known,
  'no-formula': m.day_reference_data_unknown,
  'not-loaded': m.day_transactions_not_loaded,
  'unknown-trade': m.day_cost_not_stated,
  split: m.day_pieces_were_split_or_converted_that_day,
  'other-session': m.day_the_profit_is_that_of_an_earlier,
  delayed: m.day_delayed_price,
  'all-from-close': m.day_counted_from_close,
  sold: m.day_sold_today_no_longer_in_the_stated,
  'cash-apart': m.day_income_apart,
})

/** The titles of income and charges. */
export const dayCashTitles: Readonly<Record<DayCash['kind'], string>> = texts({
  income: m.common_income,
  fees: m.common_fees,
  taxes: m.common_taxes,
})

/** The missing part of an account's history for a day, as text; `null` if nothing is missing. */
export function coverageText({ coverage }: PastDayAccount, format: Format): string | null {
  const { state, readAt } = coverage
  switch (state) {
    case 'whole':
      return null
    case 'before':
      return m.day_before_first_transaction()
    case 'partial':
      return m.day_some_transactions_until_then_are_not_loaded()
    case 'not-read': {
      const since = readAt === null ? '' : m.day_they_were_read_on_read_at({ readAt: format.dateTime(readAt) })
      return m.day_not_all_read_then({ since })
    }
  }
}

/** How many transactions were read later; `null` if none. */
export function lateText({ coverage: { lateRows } }: PastDayAccount, format: Format): string | null {
  if (lateRows === 0) return null
  return m.day_late_rows_transactions_until_then_were_read({ count: lateRows, lateRows: format.count(lateRows) })
}
