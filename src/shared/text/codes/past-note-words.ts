import { m } from '../../messages/messages.js'
import type { PastDayNote } from '../../model/ledger/past-day.ts'
import { texts } from '../../texts.ts'

/** Why a past position has no value, or one that may be wrong. */
export const pastNoteWords: Readonly<Record<PastDayNote, string>> = texts({
  'unknown-pieces': m.day_an_earlier_transaction_does_not_say_how,
  'not-replayed': m.day_the_transactions_until_then_are_not_known,
  'no-price': m.day_no_price_until_that_day_is_known,
  'old-price': m.day_the_price_is_more_than_400_days,
  lent: m.day_some_pieces_are_lent,
  'no-face-value': m.day_face_value_unknown,
  future: m.day_a_future_has_no_value_its_profit,
})
