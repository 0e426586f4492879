import { m } from '../messages/messages.js'
import type { RowGroupKind } from '../model/transaction/row-group.ts'
import type { KindRule, TransactionKind } from '../model/transaction/transaction.ts'
import { texts } from '../texts.ts'

/** The titles of the kinds of transactions, in the order of lists. */
export const kindTitles: Readonly<Record<TransactionKind, string>> = texts({
  buy: m.kinds_buy,
  sell: m.kinds_sell,
  dividend: m.income_dividend,
  coupon: m.income_coupon,
  amortization: m.common_amortization,
  redemption: m.income_redemption,
  'other-income': m.income_other_income,
  interest: m.kinds_interest,
  commission: m.kinds_commission,
  tax: m.income_tax,
  fine: m.kinds_fine,
  'variation-margin': m.kinds_variation_margin,
  deposit: m.kinds_deposit,
  withdrawal: m.kinds_withdrawal,
  'cash-transfer-in': m.kinds_cash_transfer_in,
  'cash-transfer-out': m.kinds_cash_transfer_out,
  'securities-transfer-in': m.kinds_securities_transfer_in,
  'securities-transfer-out': m.kinds_securities_transfer_out,
  expiration: m.kinds_expiration_or_exercise,
  split: m.kinds_split_or_conversion,
  'currency-exchange': m.kinds_currency_exchange,
  repo: m.kinds_repo,
  'securities-loan': m.kinds_securities_loan,
  reversal: m.kinds_reversal,
  'blocked-money': m.kinds_blocked_money,
  inheritance: m.kinds_inheritance,
  loan: m.kinds_loan,
  'contract-termination': m.kinds_contract_termination,
  unknown: m.income_unknown,
})

/** The titles of the kinds of groups. */
export const rowGroupTitles: Readonly<Record<RowGroupKind, string>> = texts({
  split: m.common_split,
  'symbol-change': m.kinds_symbol_change,
  'spin-off': m.kinds_spin_off,
  'currency-exchange': m.kinds_currency_exchange,
  repo: m.kinds_repo,
  'securities-loan': m.kinds_securities_loan,
  reversal: m.kinds_reversal,
})

/** How a kind was determined; shown after its title. */
export const kindRuleWords: Readonly<Record<KindRule, string>> = texts({
  person: m.kinds_chosen_by_you,
  trade: m.kinds_found_by_its_trade,
  category: m.kinds_found_by_its_category,
  type: m.kinds_found_by_the_type_of_its_instrument,
  event: m.kinds_found_by_a_corporate_event_near_it,
  neighbours: m.kinds_found_by_the_rows_beside_it,
  words: m.kinds_found_by_the_words_of_its_name,
  none: m.kinds_no_rule_finds_it,
})

const isKind = (value: string): value is TransactionKind => Object.hasOwn(kindTitles, value)

/** The title of a kind. Any other value is returned unchanged. */
export const kindTitle = (kind: string): string => (isKind(kind) ? kindTitles[kind] : kind)

/** All kinds, in the order of lists. */
export const transactionKinds: readonly TransactionKind[] = Object.keys(kindTitles).filter(isKind)
