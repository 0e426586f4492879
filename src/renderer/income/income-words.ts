import { m } from '../../shared/messages/messages.js'
import { texts } from '../../shared/texts.ts'
import { decimalOf } from '../../shared/decimal.ts'
import type { IncomeKind, IncomeRow, IncomeState } from '../../shared/model/ledger/income.ts'

/** A share times this is a percentage. */
export const hundred = decimalOf(100)

/** A month (`2026-03`) in the person's language: "March 2026"; with `month` alone: "Mar". */
export function monthTitle(month: string, locale: string | null, form: 'whole' | 'short' = 'whole'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  const options = form === 'whole' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const)
  return new Intl.DateTimeFormat(locale ?? undefined, { ...options, timeZone: 'UTC' }).format(at)
}

type Tone = 'neutral' | 'info' | 'gain' | 'loss' | 'warn' | 'error'

/** How each state is called, and how it looks. */
export const stateWords: Readonly<Record<IncomeState, { readonly title: string; readonly tone: Tone }>> = texts({
  received: { title: m.income_received, tone: 'gain' },
  partial: { title: m.income_partial, tone: 'warn' },
  over: { title: m.income_over, tone: 'warn' },
  pending: { title: m.income_pending, tone: 'info' },
  missing: { title: m.income_missing, tone: 'error' },
  ambiguous: { title: m.income_ambiguous, tone: 'warn' },
  unexpected: { title: m.income_unexpected, tone: 'warn' },
  announced: { title: m.income_announced, tone: 'info' },
  projected: { title: m.income_projected, tone: 'neutral' },
  'not-loaded': { title: m.income_not_loaded, tone: 'neutral' },
  unknown: { title: m.income_unknown, tone: 'neutral' },
  passed: { title: m.income_passed, tone: 'neutral' },
})

export const kindTitles: Readonly<Record<IncomeKind, string>> = texts({
  dividend: m.income_dividend,
  coupon: m.income_coupon,
  amortization: m.common_amortization,
  redemption: m.income_redemption,
  offer: m.income_offer,
  split: m.common_split,
  other: m.income_other_income,
})

/** Later than this many days is shown as late. */
const lateAfterDays = 15

/** "24 days late", or nothing where it is not late. */
export const lateWords = ({ lateDays }: Pick<IncomeRow, 'lateDays'>): string | null =>
  lateDays > lateAfterDays ? m.income_count_days_late({ count: lateDays }) : null

/** Whether a row is in the future: it is in no sum of received income. */
export const isAhead = ({ state }: Pick<IncomeRow, 'state'>): boolean => state === 'announced' || state === 'projected'

/** A key of a row: equal events of an account differ by their transactions. */
export const keyOf = (row: IncomeRow): string =>
  [row.accountId, row.symbol, row.kind, row.date, row.state, row.expected?.low, ...row.transactionIds].join('\n')

/** Whether it has amounts. A split and an offer pay nothing by themselves: there is no amount that could be unknown. */
export const paysMoney = ({ kind, gross, transactionIds }: IncomeRow): boolean =>
  !['split', 'offer'].includes(kind) || gross !== null || transactionIds.length > 0

/** Whether the instrument, account and kind of a row contain every word of a filter. */
export function matchesText({ name, symbol, accountId, kind }: IncomeRow, filter: string): boolean {
  const text = [name, symbol, accountId, kindTitles[kind]].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
