import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import type { IncomeState } from '#shared/model/ledger/income.ts'
import { daysAfter } from '../payment-window.ts'
import { compareSum, mayBeZero, type Expectation } from './expectation.ts'
import { explainOtherCurrency, type RateOfDay } from './other-currency.ts'
import type { Payment } from './payment.ts'

/** The state of an event, how many days late it is, and the reasons. */
export interface Judged {
  readonly state: IncomeState
  readonly lateDays: number
  readonly rule: IncomeReason[]
}

interface EventInputs {
  readonly expectation: Expectation
  /** The payments of this event. */
  readonly payments: readonly Payment[]
  /** Days since 1970. */
  readonly today: number
  /** Whether all rows are loaded from the time when the event may be paid, up to today. */
  readonly isLoaded: boolean
  /** The rates with which a payment in another currency than declared is compared. */
  readonly rateOf: RateOfDay
}

/**
 * Decides the state of a past event, with the reasons. `lateDays` is the number of days after the date of the event,
 * until its last payment or until today.
 */
export function judge(inputs: EventInputs): Judged {
  const { expectation, payments, today } = inputs
  const total = payments.reduce((sum, { money }) => sum + money, 0n)
  // Payments that are completely reversed do not count.
  const paid = total === 0n ? [] : payments.filter(({ money }) => money !== 0n)
  const lastDay = Math.max(...paid.map(({ day }) => day))
  const lateDays = Math.max(0, (paid.length === 0 ? today : lastDay) - expectation.event.day)
  const basis = basisOf(expectation)
  const reversed = payments.length > paid.length ? [reason('payment-was-reversed')] : []
  const found = paid.length === 0 ? judgeUnpaid(inputs) : judgePaid(inputs, paid)
  const isLatenessKnown = found.state !== 'not-loaded' && found.state !== 'unknown'
  return { state: found.state, lateDays: isLatenessKnown ? lateDays : 0, rule: [basis, ...found.reasons, ...reversed] }
}

type Found = { readonly state: IncomeState; readonly reasons: readonly IncomeReason[] }

const reason = (code: IncomeReason['code']): IncomeReason => ({ code })

function judgeUnpaid({ expectation, today, isLoaded }: EventInputs): Found {
  const { pieces, amount, event } = expectation
  if (pieces === null || !isLoaded) return { state: 'not-loaded', reasons: [reason('history-not-loaded')] }
  if (amount === null) return { state: 'unknown', reasons: [reason('no-row-pays-it')] }
  if (today - event.day <= daysAfter) return { state: 'pending', reasons: [{ code: 'no-row-yet', count: daysAfter }] }
  if (mayBeZero(expectation)) return { state: 'unknown', reasons: [reason('perhaps-nothing-was-due')] }
  return { state: 'missing', reasons: [{ code: 'no-row-in-time', count: daysAfter }] }
}

function judgePaid({ expectation, isLoaded, rateOf }: EventInputs, paid: readonly Payment[]): Found {
  const rows: IncomeReason = { code: 'rows-pay-it', count: paid.length }
  const { event, pieces } = expectation
  if (pieces !== null && event.currency !== '' && paid.some(({ currency }) => currency !== event.currency))
    return { state: 'received', reasons: [rows, explainOtherCurrency(expectation, paid, rateOf)] }
  const sum = paid.reduce((total, { money }) => total + money, 0n)
  const rowCount = paid.reduce((count, { rows }) => count + rows.length, 0)
  const order = compareSum(expectation, sum, rowCount)
  if (order === null)
    return pieces === null
      ? { state: 'not-loaded', reasons: [reason('history-not-loaded')] }
      : { state: 'unknown', reasons: [reason('due-is-not-known')] }
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
