import { decimalOf } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { IncomeRow, IncomeState } from '#shared/model/ledger/income.ts'
import type { Format } from '#shared/text/format.ts'
import { incomeKinds } from '#shared/text/income-words.ts'

/** Converts a fraction to a percentage. */
export const hundred = decimalOf(100)

/** A month (`2026-03`) in the user's language: "March 2026"; `short`: "Mar"; `narrow`: "M". */
export function monthTitle(month: string, locale: string | null, form: 'whole' | 'short' | 'narrow' = 'whole'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  const options = form === 'whole' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: form } as const)
  return new Intl.DateTimeFormat(locale ?? undefined, { ...options, timeZone: 'UTC' }).format(at)
}

type Tone = 'neutral' | 'info' | 'gain' | 'loss' | 'warn' | 'error'

/** The tone of each state. */
export const stateTones: Readonly<Record<IncomeState, Tone>> = {
  received: 'gain',
  partial: 'warn',
  over: 'warn',
  pending: 'info',
  missing: 'error',
  ambiguous: 'warn',
  unexpected: 'warn',
  announced: 'info',
  projected: 'neutral',
  'not-loaded': 'neutral',
  unknown: 'neutral',
  passed: 'neutral',
}

/** A payment counts as late after this many days. */
const lateAfterDays = 15

/** "24 days late"; `null` if it is not late. */
export const lateWords = ({ lateDays }: Pick<IncomeRow, 'lateDays'>): string | null =>
  lateDays > lateAfterDays ? m.income_count_days_late({ count: lateDays }) : null

/** Whether an event was not paid in time, or not at all. */
export const isOverdue = (row: Pick<IncomeRow, 'state' | 'lateDays'>): boolean =>
  row.state === 'missing' || row.lateDays > lateAfterDays

/** Whether a row is in the future: no sum of received income includes it. */
export const isAhead = ({ state }: Pick<IncomeRow, 'state'>): boolean => state === 'announced' || state === 'projected'

/** The key of a row. Equal events of an account are distinguished by their transactions. */
export const keyOf = (row: IncomeRow): string =>
  [row.accountId, row.symbol, row.kind, row.date, row.state, row.expected?.low, ...row.transactionIds].join('\n')

/** Whether the event ends a contract or a bond. */
export const isEnding = ({ kind }: Pick<IncomeRow, 'kind'>): boolean => kind === 'expiry' || kind === 'redemption'

/** Whether the event has amounts. A split, an offer or an expiry pays nothing by itself, so its amount is not "unknown". */
export const paysMoney = ({ kind, gross, transactionIds }: IncomeRow): boolean =>
  !['split', 'offer', 'expiry'].includes(kind) || gross !== null || transactionIds.length > 0

/** The ratio of a split: "10 for 1"; `null` for other events and where the service does not state it. */
export function splitRatio({ rule }: Pick<IncomeRow, 'rule'>, format: Pick<Format, 'quantity'>): string | null {
  const ratio = rule.find(({ code }) => code === 'split-ratio')?.ratio
  if (ratio === undefined) return null
  return m.alerts_new_ratio_for_old_ratio({
    newRatio: format.quantity(ratio.new),
    oldRatio: format.quantity(ratio.old),
  })
}

/** Whether the instrument, account and kind of a row contain every word of a filter. */
export function matchesText({ name, symbol, accountId, kind }: IncomeRow, filter: string): boolean {
  const text = [name, symbol, accountId, incomeKinds[kind]].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
