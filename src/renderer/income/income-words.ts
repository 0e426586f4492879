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
export const stateWords: Readonly<Record<IncomeState, { readonly title: string; readonly tone: Tone }>> = {
  received: { title: 'Received', tone: 'gain' },
  partial: { title: 'Partial', tone: 'warn' },
  over: { title: 'Over', tone: 'warn' },
  pending: { title: 'Pending', tone: 'info' },
  missing: { title: 'Missing', tone: 'error' },
  ambiguous: { title: 'Ambiguous', tone: 'warn' },
  unexpected: { title: 'Unexpected', tone: 'warn' },
  announced: { title: 'Announced', tone: 'info' },
  projected: { title: 'Projected', tone: 'neutral' },
  'not-loaded': { title: 'Not loaded', tone: 'neutral' },
  unknown: { title: 'Unknown', tone: 'neutral' },
  passed: { title: 'Passed', tone: 'neutral' },
}

export const kindTitles: Readonly<Record<IncomeKind, string>> = {
  dividend: 'Dividend',
  coupon: 'Coupon',
  amortization: 'Amortization',
  redemption: 'Redemption',
  offer: 'Offer',
  split: 'Split',
  other: 'Other income',
}

/** Later than this many days is shown as late. */
const lateAfterDays = 15

/** "24 days late", or nothing where it is not late. */
export const lateWords = ({ lateDays }: Pick<IncomeRow, 'lateDays'>): string | null =>
  lateDays > lateAfterDays ? `${lateDays} days late` : null

/** Whether a row is in the future: it is in no sum of received income. */
export const isAhead = ({ state }: Pick<IncomeRow, 'state'>): boolean => state === 'announced' || state === 'projected'

/** A key of a row: equal events of an account differ by their transactions. */
export const keyOf = (row: IncomeRow): string =>
  [row.accountId, row.symbol, row.kind, row.date, row.state, row.expected?.low, ...row.transactionIds].join('\n')
