import type { IncomeKind, IncomeState } from '#shared/model/ledger/income.ts'
import { incomeKinds, incomeStates } from '#shared/text/income-words.ts'
import { isText } from '../lib/view-state/view-state.svelte.ts'
import { endings, overdue } from '../navigation/income-address.ts'

/** Whether a stored value is a choice of the filter by state. */
export const isStateChoice = (value: unknown): value is IncomeState | typeof overdue | 'all' =>
  isText(value) && (value === 'all' || value === overdue || value in incomeStates)

/** Whether a stored value is a choice of the filter by kind. */
export const isKindChoice = (value: unknown): value is IncomeKind | typeof endings | 'all' =>
  isText(value) && (value === 'all' || value === endings || value in incomeKinds)

/** Whether a stored value is a month, `2026-03`. */
export const isMonth = (value: unknown): value is string => isText(value) && /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
