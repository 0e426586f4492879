import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import type { IncomeKind, IncomeState } from '#shared/model/ledger/income.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { dateOf, dayOf } from '../events/days.ts'
import { compareRows, type LedgerRow } from '../ledger/row.ts'
import { formatUnits } from '../lots/units.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'
import type { AmbiguousGroup } from './assign.ts'
import { judge, type Judged } from './event-state.ts'
import type { Expectation } from './expectation.ts'
import type { InstrumentIncome, UnnamedIncomeRow } from './income-event.ts'
import type { RateOfDay } from './other-currency.ts'
import type { PaidRow, Payment } from './payment.ts'

/** The fields of an event in an account that do not depend on its state. */
function headOf(accountId: string, { event, pieces, amount }: Expectation) {
  const format = (range: { readonly low: bigint; readonly high: bigint }) => ({
    low: formatUnits(range.low),
    high: formatUnits(range.high),
  })
  const { symbol, kind, date, currency, each, endsOn, source } = event
  return {
    accountId,
    symbol,
    kind,
    date,
    currency,
    endsOn,
    source,
    expected: amount === null ? null : { ...format(amount), currency },
    each: each === null ? null : formatUnits(each),
    pieces: pieces === null ? null : format(pieces),
    isUncertain: pieces !== null && pieces.low !== pieces.high,
  }
}

const nothingPaid = { gross: null, tax: null, net: null, transactionIds: [], candidates: [], lateDays: 0 }

/** Builds the row of an announced or projected event. */
export function describeFuture(accountId: string, expectation: Expectation): UnnamedIncomeRow {
  const { event } = expectation
  const state: IncomeState = event.source === 'projection' ? 'projected' : 'announced'
  const rule = event.rule ?? { code: paysMoney(event.kind) ? 'served-times-pieces-now' : 'served' }
  return { ...headOf(accountId, expectation), ...nothingPaid, state, rule: [rule] }
}

/** Whether an event pays by itself. What an expiration pays depends on prices. */
export const paysMoney = (kind: IncomeKind): boolean => kind !== 'offer' && kind !== 'split' && kind !== 'expiry'

interface Taxes {
  readonly taxes: readonly PaidRow[]
  /** Taxes that may belong to it or to another payment. */
  readonly unassignedTaxes: readonly PaidRow[]
}

interface Past extends Taxes {
  readonly accountId: string
  readonly expectation: Expectation
  readonly payments: readonly Payment[]
  /** Days since 1970. */
  readonly today: number
  /** Whether all rows of these days (days since 1970, the last one excluded) are loaded. */
  readonly isLoaded: (fromDay: number, toDay: number) => boolean
  readonly rateOf: RateOfDay
}

/** Builds the row of a past event with its assigned payments. */
export function describePast(past: Past): UnnamedIncomeRow {
  const { accountId, expectation, payments, today, rateOf } = past
  const { event } = expectation
  const head = headOf(accountId, expectation)
  if (!paysMoney(event.kind)) {
    return { ...head, ...nothingPaid, state: 'passed', rule: [event.rule ?? { code: 'pays-nothing' }] }
  }
  const isLoaded = past.isLoaded(event.day - daysBefore, Math.min(event.day + daysAfter + 1, today))
  const judged: Judged = judge({ expectation, payments, today, isLoaded, rateOf })
  const currency = payments[0]?.currency ?? event.currency
  const rule = [...judged.rule, ...taxReason(past)]
  return { ...head, currency, ...sumsOf(payments, past), ...judged, rule, candidates: [] }
}

const taxReason = ({ unassignedTaxes }: Taxes): IncomeReason[] =>
  unassignedTaxes.length === 0 ? [] : [{ code: 'tax-not-assigned', count: unassignedTaxes.length }]

function sumsOf(payments: readonly Payment[], { taxes, unassignedTaxes }: Taxes) {
  const gross = payments.reduce((sum, { money }) => sum + money, 0n)
  const tax = taxes.reduce((sum, { money }) => sum - money, 0n)
  const rows = payments.flatMap((payment) => payment.rows).sort(compareRows)
  if (rows.length === 0) return { gross: null, tax: null, net: null, transactionIds: [] }
  const isTaxKnown = unassignedTaxes.length === 0
  return {
    gross: formatUnits(gross),
    tax: isTaxKnown ? formatUnits(tax) : null,
    net: isTaxKnown ? formatUnits(gross - tax) : null,
    transactionIds: [...rows, ...taxes].map(({ id }) => id),
  }
}

/** Builds the row of an event whose payments may belong to another event. */
export function describeAmbiguous(
  accountId: string,
  expectation: Expectation,
  group: AmbiguousGroup,
): UnnamedIncomeRow {
  const candidates = group.events.map(({ event: { symbol, kind, date } }) => ({ symbol, kind, date }))
  return {
    ...headOf(accountId, expectation),
    ...nothingPaid,
    state: 'ambiguous',
    candidates,
    transactionIds: group.payments.flatMap(({ rows }) => rows.map(({ id }) => id)),
    rule: [{ code: 'fits-several-events' }],
  }
}

interface WithoutEvent extends Taxes {
  readonly accountId: string
  readonly payment: Payment
  readonly instrument: InstrumentIncome | null
  /** The past events of its symbol, including those for which no pieces were held. */
  readonly past: readonly Expectation[]
}

const kindsWithout: Readonly<Partial<Record<TransactionKind, IncomeKind>>> = {
  dividend: 'dividend',
  coupon: 'coupon',
  amortization: 'amortization',
  redemption: 'redemption',
  'other-income': 'other',
  interest: 'other',
}

/** Builds the row of a payment without an event; `null` if it is not known to be income. */
export function describeWithoutEvent(inputs: WithoutEvent): UnnamedIncomeRow | null {
  const { accountId, payment, instrument, past } = inputs
  const kind = kindsWithout[payment.kind]
  const symbol = payment.symbols.length === 1 ? (payment.symbols[0] ?? '') : ''
  if (kind === undefined || (kind === 'other' && !isListed(payment, symbol))) return null
  const readUntil = instrument?.readUntil(kind) ?? null
  // The date of an event may be some days after its payment, so the list must be newer than that.
  const isRead = readUntil !== null && readUntil > payment.day + daysBefore
  return {
    accountId,
    symbol,
    kind,
    date: dateOf(payment.day),
    currency: payment.currency,
    source: 'rows',
    expected: null,
    each: null,
    pieces: null,
    isUncertain: false,
    candidates: [],
    lateDays: 0,
    endsOn: null,
    ...sumsOf([payment], inputs),
    state: isRead && !payment.isOfLoan ? 'unexpected' : 'received',
    rule: [
      payment.isOfLoan ? { code: 'pays-a-loan' } : isRead ? unexpectedRule(payment, past) : unreadRule(payment, symbol),
      ...taxReason(inputs),
    ],
  }
}

/** Whether other income is income of investments: of an instrument, or of lent securities. Interest may be a cost. */
const isListed = ({ kind, money, isOfLoan }: Payment, symbol: string): boolean =>
  isOfLoan || (symbol !== '' && (kind !== 'interest' || money >= 0n))

function unexpectedRule({ day }: Payment, past: readonly Expectation[]): IncomeReason {
  const near = past.find(
    ({ event, pieces }) => pieces?.high === 0n && day >= event.day - daysBefore && day <= event.day + daysAfter,
  )
  if (near === undefined) return { code: 'no-event-served' }
  return { code: 'no-pieces-at-the-date', date: near.event.date }
}

function unreadRule({ symbols }: Payment, symbol: string): IncomeReason {
  if (symbols.length > 1) return { code: 'issuer-of-several', symbols: [...symbols] }
  if (symbol === '') return { code: 'no-instrument-named' }
  return { code: 'events-not-read' }
}

/** Builds rows of past splits from transactions, because the service sends only future splits. */
export function describeSplitRows(accountId: string, rows: readonly LedgerRow[]): UnnamedIncomeRow[] {
  const splits = rows.filter(({ kind, symbol }) => kind === 'split' && symbol !== '')
  const groups = Map.groupBy(splits, ({ symbol, at }) => `${dateOf(dayOf(at))} ${symbol}`)
  return [...groups].flatMap(([key, own]) => {
    const symbol = own[0]?.symbol ?? ''
    return {
      accountId,
      symbol,
      kind: 'split',
      date: key.slice(0, 10),
      state: 'received',
      source: 'rows',
      currency: '',
      expected: null,
      each: null,
      pieces: null,
      isUncertain: false,
      endsOn: null,
      ...nothingPaid,
      transactionIds: own.map(({ id }) => id),
      rule: [{ code: 'split-from-rows' }],
    }
  })
}
