import { m } from '../messages/messages.js'

/** Texts by the reason stored in the cache, which is the same in all languages. */
const words: Readonly<Record<string, () => string>> = {
  'not a decimal number': m.broker_not_a_decimal_number,
  'not an amount of money': m.broker_not_an_amount_of_money,
  'not a timestamp': m.broker_not_a_timestamp,
  'not a calendar date': m.broker_not_a_calendar_date,
  'not a whole number': m.broker_not_a_whole_number,
  'not a token': m.broker_not_a_token,
  'not a list': m.broker_not_a_list,
  'not the requested one': m.broker_not_the_requested_one,
  'no id: it cannot be distinguished from others': m.broker_no_id,
  'an amount with more than nine decimals or beyond 64 bits': m.broker_an_amount_out_of_range,
  missing: m.broker_missing,
  unreadable: m.broker_unreadable,
}

/** Why a row from the service cannot be read. A reason of the schema library is returned unchanged. */
export const malformedWords = (reason: string): string => words[reason]?.() ?? reason
