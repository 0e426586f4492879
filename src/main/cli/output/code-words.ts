import { m } from '#shared/messages/messages.js'
import { causeTitles } from '#shared/text/codes/cause-titles.ts'
import { bucketTitles, sideWords } from '#shared/text/codes/order-titles.ts'
import { pastNoteWords } from '#shared/text/codes/past-note-words.ts'
import { twrReasons } from '#shared/text/codes/twr-reasons.ts'
import { xirrReasons } from '#shared/text/codes/xirr-reasons.ts'
import { incomeKinds, incomeStates } from '#shared/text/income-words.ts'
import { titleOf } from '#shared/text/service-words.ts'
import { rowGroupTitles } from '#shared/text/transaction-kinds.ts'
import { texts } from '#shared/texts.ts'

/** The text of a code by its list; a code that is not in the list is unchanged. */
const listed =
  (titles: Readonly<Record<string, string>>) =>
  (code: string): string =>
    Object.hasOwn(titles, code) ? (titles[code] ?? code) : code

/** A name of the service: a type, a category, a status. */
export const serviceWords = (name: string): string => titleOf(name, '')

export const rowGroupWords = listed(rowGroupTitles)
export const incomeKindWords = listed(incomeKinds)
export const incomeStateWords = listed(incomeStates)
export const causeWords = listed(causeTitles)
export const pastNoteText = listed(pastNoteWords)
export const xirrWords = listed(xirrReasons)
export const twrWords = listed(twrReasons)

export const groupWords = (code: string): string => bucketTitles.find(({ key }) => key === code)?.title ?? code
export const statusWords = (status: string): string => titleOf(status, '', 'ORDER_STATUS_')
export const legWords = (legs: string): string => legs.replace(/SIDE_[A-Z_]+/g, sideWords)

/** The type of a protective order, which has none of the service. */
export const stopLossTakeProfit = 'stop loss, take profit'
export const orderTypeWords = (type: string): string =>
  type === stopLossTakeProfit ? m.cli_stop_loss_take_profit() : titleOf(type, '', 'ORDER_TYPE_')

export const priceSourceWords = listed(texts({ quote: m.cli_recorded_quote, trade: m.cli_own_trade }))
export const maturitySourceWords = listed(
  texts({ served: m.cli_from_the_service, repaid: m.cli_from_the_last_repayment, typed: m.positions_typed }),
)
export const marketStateWords = listed(
  texts({ open: m.cli_market_open, closed: m.cli_market_closed, unknown: m.income_unknown }),
)
export const coverageWords = listed(
  texts({ whole: m.cli_whole, partial: m.cli_partial, before: m.cli_before_history, 'not-read': m.cli_read_later }),
)
export const scopeWords = listed(texts({ currency: m.common_currency, base: m.cli_base_currency }))
export const currencySourceWords = listed(
  texts({ stated: m.cli_currency_stated, assumed: m.cli_currency_assumed, unknown: m.income_unknown }),
)
export const comparedWords = listed(texts({ position: m.instrument_page_position, cash: m.common_cash }))
export const comparisonWords = listed(
  texts({
    unknown: m.income_unknown,
    agrees: m.cli_agrees,
    rounding: m.reconciliation_rounding,
    differs: m.cli_differs,
  }),
)

export const healthPartWords = listed(
  texts({
    profile: m.cli_part_profile,
    job: m.cli_part_job,
    history: m.cli_part_history,
    file: m.cli_part_file,
    table: m.common_table,
    service: m.health_service,
    'malformed rows': m.cli_part_malformed,
  }),
)
export const serviceResultWords = listed(
  texts({
    works: m.cli_service_works,
    trouble: m.cli_service_trouble,
    'no-answer': m.cli_service_no_answer,
    'nothing-to-ask': m.cli_service_nothing_to_ask,
    'not-tried': m.cli_service_not_tried,
  }),
)
export const healthStateWords = listed(
  texts({
    fine: m.cli_state_fine,
    failed: m.cli_state_failed,
    whole: m.cli_whole,
    partial: m.cli_partial,
    readable: m.cli_state_readable,
    'not read': m.cli_state_not_read,
    demo: m.cli_state_demo,
    broker: m.cli_state_broker,
  }),
)
