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
  const reversed = payments.length > paid.length ? ' A payment was reversed.' : ''
  const found = paid.length === 0 ? judgeUnpaid(question) : judgePaid(question, paid)
  const isTold = found.state !== 'not-loaded' && found.state !== 'unknown'
  return { state: found.state, lateDays: isTold ? lateDays : 0, rule: `${basis} ${found.words}${reversed}`.trim() }
}

type Found = { readonly state: IncomeState; readonly words: string }

function judgeUnpaid({ expectation, today, isLoaded }: Question): Found {
  const { pieces, amount, event } = expectation
  if (pieces === null || !isLoaded) return { state: 'not-loaded', words: notLoaded }
  if (amount === null) return { state: 'unknown', words: 'No row pays it.' }
  if (today - event.day <= daysAfter)
    return { state: 'pending', words: `No row pays it yet, and ${daysAfter} days are not over.` }
  if (mayBeNothing(expectation)) return { state: 'unknown', words: 'No row pays it, and perhaps nothing was due.' }
  return { state: 'missing', words: `No row pays it, and ${daysAfter} days are over.` }
}

function judgePaid({ expectation, isLoaded }: Question, paid: readonly Payment[]): Found {
  const sum = paid.reduce((total, { money }) => total + money, 0n)
  const rowCount = paid.reduce((count, { rows }) => count + rows.length, 0)
  const order = compareSum(expectation, sum, rowCount)
  if (order === null)
    return expectation.pieces === null
      ? { state: 'not-loaded', words: notLoaded }
      : { state: 'unknown', words: 'Rows pay it, but what was due is not known.' }
  const parts = paid.length === 1 ? 'One row pays it.' : `${paid.length} rows pay it together.`
  if (order === 'equal') return { state: 'received', words: parts }
  if (order === 'more') return { state: 'over', words: `${parts} It is more than expected.` }
  if (!isLoaded) return { state: 'not-loaded', words: notLoaded }
  return { state: 'partial', words: `${parts} It is less than expected: a tax withheld before the booking may be why.` }
}

const notLoaded = 'A part of the history that decides it is not loaded.'

function basisOf({ event, pieces }: Expectation): string {
  if (event.rule !== '') return event.rule
  if (event.each === null || event.currency === '') return 'The service states no amount of it.'
  if (pieces !== null && pieces.low !== pieces.high)
    return 'Value of the event × pieces, which changed within three days of its date.'
  return event.kind === 'dividend'
    ? 'Dividend as stated, taken as before tax, × pieces held at its date.'
    : 'Value of the event × pieces held at its date.'
}
