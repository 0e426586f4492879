import type { IncomeReason } from '../../../shared/model/ledger/income-reason.ts'
import type { IncomeState } from '../../../shared/model/ledger/income.ts'
import { compareSum, mayBeNothing, type Expectation } from './expectation.ts'
import { daysAfter, type Payment } from './payment.ts'

export interface Judged {
  readonly state: IncomeState
  readonly lateDays: number
  readonly rule: IncomeReason[]
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
  const reversed = payments.length > paid.length ? [reason('payment-was-reversed')] : []
  const found = paid.length === 0 ? judgeUnpaid(question) : judgePaid(question, paid)
  const isTold = found.state !== 'not-loaded' && found.state !== 'unknown'
  return { state: found.state, lateDays: isTold ? lateDays : 0, rule: [basis, ...found.reasons, ...reversed] }
}

type Found = { readonly state: IncomeState; readonly reasons: readonly IncomeReason[] }

const reason = (code: IncomeReason['code']): IncomeReason => ({ code })

function judgeUnpaid({ expectation, today, isLoaded }: Question): Found {
  const { pieces, amount, event } = expectation
  if (pieces === null || !isLoaded) return { state: 'not-loaded', reasons: [reason('history-not-loaded')] }
  if (amount === null) return { state: 'unknown', reasons: [reason('no-row-pays-it')] }
  if (today - event.day <= daysAfter) return { state: 'pending', reasons: [{ code: 'no-row-yet', count: daysAfter }] }
  if (mayBeNothing(expectation)) return { state: 'unknown', reasons: [reason('perhaps-nothing-was-due')] }
  return { state: 'missing', reasons: [{ code: 'no-row-in-time', count: daysAfter }] }
}

function judgePaid({ expectation, isLoaded }: Question, paid: readonly Payment[]): Found {
  const sum = paid.reduce((total, { money }) => total + money, 0n)
  const rowCount = paid.reduce((count, { rows }) => count + rows.length, 0)
  const order = compareSum(expectation, sum, rowCount)
  if (order === null)
    return expectation.pieces === null
      ? { state: 'not-loaded', reasons: [reason('history-not-loaded')] }
      : { state: 'unknown', reasons: [reason('due-is-not-known')] }
  const rows: IncomeReason = { code: 'rows-pay-it', count: paid.length }
  if (order === 'equal') return { state: 'received', reasons: [rows] }
  if (order === 'more') return { state: 'over', reasons: [rows, reason('more-than-expected')] }
  if (!isLoaded) return { state: 'not-loaded', reasons: [reason('history-not-loaded')] }
  return { state: 'partial', reasons: [rows, reason('less-than-expected')] }
}

function basisOf({ event, pieces }: Expectation): IncomeReason {
  if (event.rule !== null) return event.rule
  if (event.each === null || event.currency === '') return reason('no-amount-stated')
  if (pieces !== null && pieces.low !== pieces.high) return reason('value-times-uncertain-pieces')
  return event.kind === 'dividend' ? reason('dividend-times-pieces') : reason('value-times-pieces')
}
