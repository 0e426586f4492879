import { m } from '../messages/messages.js'
import type { IncomeKind, IncomeState, NoYield } from '../model/ledger/income.ts'
import { texts } from '../texts.ts'

/** The title of each kind of income. */
export const incomeKinds: Readonly<Record<IncomeKind, string>> = texts({
  dividend: m.income_dividend,
  coupon: m.income_coupon,
  amortization: m.common_amortization,
  redemption: m.income_redemption,
  expiry: m.income_expiry,
  offer: m.income_offer,
  split: m.common_split,
  other: m.income_other_income,
})

/** The title of each state of income. */
export const incomeStates: Readonly<Record<IncomeState, string>> = texts({
  received: m.income_received,
  partial: m.income_partial,
  over: m.income_over,
  pending: m.income_pending,
  missing: m.income_missing,
  ambiguous: m.income_ambiguous,
  unexpected: m.income_unexpected,
  announced: m.income_announced,
  projected: m.income_projected,
  'not-loaded': m.income_not_loaded,
  unknown: m.income_unknown,
  passed: m.income_passed,
})

/** Why there is no yield on cost. */
export const noYieldWords: Readonly<Record<NoYield, string>> = texts({
  'grouped-by-year': m.income_rules_no_cost_of_a_year,
  'cost-not-known': m.income_rules_cost_is_not_known,
  'nothing-held': m.income_rules_nothing_is_held,
})
