import { m } from '../../../shared/messages/messages.js'
import type { IncomeState } from '../../../shared/model/ledger/income.ts'
import { compareSum, mayBeNothing, type Expectation } from './expectation.ts'
import { daysAfter, type Payment } from './payment.ts'

export interface Judged {
  readonly state: IncomeState
  readonly lateDays: number
  readonly rule: string
}

interface Question {
  readonly expectation: Expectation
  /** Payments of this event only. */
  readonly payments: readonly Payment[]
  /** Days since 1970. */
  readonly today: number
  /** Whether all rows of the time in which it may be paid, up to today, are loaded. */
  readonly isLoaded: boolean
}

/** The state of a past event, and the reason. */
export function judge(question: Question): Judged {
  const { expectation, payments, today } = question
  const total = payments.reduce((sum, { money }) => sum + money, 0n)
  // A payment that was reversed completely is no payment.
  const paid = total === 0n ? [] : payments.filter(({ money }) => money !== 0n)
  const lastDay = Math.max(...paid.map(({ day }) => day))
  const lateDays = Math.max(0, (paid.length === 0 ? today : lastDay) - expectation.event.day)
  const basis = basisOf(expectation)
  const reversed = payments.length > paid.length ? ` ${m.income_rules_payment_was_reversed()}` : ''
  const found = paid.length === 0 ? judgeUnpaid(question) : judgePaid(question, paid)
  const isTold = found.state !== 'not-loaded' && found.state !== 'unknown'
  return { state: found.state, lateDays: isTold ? lateDays : 0, rule: `${basis} ${found.words}${reversed}`.trim() }
}

type Found = { readonly state: IncomeState; readonly words: string }

function judgeUnpaid({ expectation, today, isLoaded }: Question): Found {
  const { pieces, amount, event } = expectation
  if (pieces === null || !isLoaded) return { state: 'not-loaded', words: m.income_rules_history_not_loaded() }
  if (amount === null) return { state: 'unknown', words: m.income_rules_no_row_pays_it() }
  if (today - event.day <= daysAfter) return { state: 'pending', words: m.income_rules_no_row_yet({ days: daysAfter }) }
  if (mayBeNothing(expectation)) return { state: 'unknown', words: m.income_rules_perhaps_nothing_was_due() }
  return { state: 'missing', words: m.income_rules_no_row_in_time({ days: daysAfter }) }
}

function judgePaid({ expectation, isLoaded }: Question, paid: readonly Payment[]): Found {
  const sum = paid.reduce((total, { money }) => total + money, 0n)
  const rowCount = paid.reduce((count, { rows }) => count + rows.length, 0)
  const order = compareSum(expectation, sum, rowCount)
  if (order === null)
    return expectation.pieces === null
      ? { state: 'not-loaded', words: m.income_rules_history_not_loaded() }
      : { state: 'unknown', words: m.income_rules_due_is_not_known() }
  const parts = m.income_rules_rows_pay_it({ count: paid.length })
  if (order === 'equal') return { state: 'received', words: parts }
  if (order === 'more') return { state: 'over', words: `${parts} ${m.income_rules_more_than_expected()}` }
  if (!isLoaded) return { state: 'not-loaded', words: m.income_rules_history_not_loaded() }
  return { state: 'partial', words: `${parts} ${m.income_rules_less_than_expected()}` }
}

function basisOf({ event, pieces }: Expectation): string {
  if (event.rule !== '') return event.rule
  if (event.each === null || event.currency === '') return m.income_rules_no_amount_stated()
  if (pieces !== null && pieces.low !== pieces.high) return m.income_rules_value_times_uncertain_pieces()
  return event.kind === 'dividend' ? m.income_rules_dividend_times_pieces() : m.income_rules_value_times_pieces()
}
