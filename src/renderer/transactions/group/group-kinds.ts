import { m } from '#shared/messages/messages.js'
import type { RowGroupKind } from '#shared/model/transaction/row-group.ts'
import { rowGroupTitles } from '#shared/text/transaction-kinds.ts'
import { texts } from '#shared/texts.ts'

/** What each does to pieces and their cost. */
export const groupEffects: Readonly<Record<RowGroupKind, string>> = texts({
  split: m.row_groups_effect_of_a_split,
  'symbol-change': m.row_groups_effect_of_a_symbol_change,
  'spin-off': m.row_groups_effect_of_a_spin_off,
  'currency-exchange': m.row_groups_effect_of_a_currency_exchange,
  repo: m.row_groups_effect_of_a_repo,
  'securities-loan': m.row_groups_effect_of_a_securities_loan,
  reversal: m.row_groups_effect_of_a_reversal,
})

const isKind = (value: string): value is RowGroupKind => Object.hasOwn(groupEffects, value)

/** What rows can be together, as the options of a list. */
export const groupKindOptions = (): { readonly value: RowGroupKind; readonly label: string }[] =>
  Object.keys(groupEffects)
    .filter(isKind)
    .map((value) => ({ value, label: rowGroupTitles[value] }))
