import { dayMs } from '#shared/durations.ts'
import { dateOf, dayOf } from '../events/days.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { assign, type Assigned } from './assign.ts'
import { exactly, expectPayment, piecesAt, piecesNear, type Expectation, type HeldSeries } from './expectation.ts'
import { EventsBySymbol } from './fitting-events.ts'
import type { IncomeEvent, InstrumentIncome } from './income-event.ts'
import { paysMoney } from './income-row.ts'
import type { IssuerNames } from './issuer-names.ts'
import { assignInOtherCurrency, type RateOfDay } from './other-currency.ts'
import { findPayments, type Payment } from './payment.ts'
import type { Taxable } from './taxes.ts'

/** The data of an account from which its income is read. */
export interface AccountHistory {
  readonly accountId: string
  /** Rows of payments, taxes and splits in the order of the replay. */
  readonly rows: readonly LedgerRow[]
  /** Instruments that the account has or had. */
  readonly symbols: readonly string[]
  seriesOf(symbol: string): HeldSeries
  /** The pieces held now, in units; `null` if they are not known. */
  heldNow(symbol: string): bigint | null
  /** Loaded intervals, oldest first: `from` inclusive, `to` exclusive, UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
}

export interface KnownIncome {
  readonly instrumentOf: (symbol: string) => InstrumentIncome | null
  readonly issuers: Pick<IssuerNames, 'symbolsIn'>
  /** Rates to compare payments in another currency than declared. */
  readonly rateOf: RateOfDay
  /** UTC ms. */
  readonly now: number
}

/** The payments of some instruments of an account, assigned to events. Their taxes are not known yet. */
export interface AssignedPayments {
  readonly rows: readonly LedgerRow[]
  readonly events: readonly IncomeEvent[]
  /** The past events, and those of them for which pieces were held. */
  readonly past: readonly Expectation[]
  readonly held: readonly Expectation[]
  readonly assigned: Assigned
  /** Events with their payments, then payments without an event. Their order depends on rows and events alone. */
  readonly taxables: readonly TaxedSubject[]
}

export interface TaxedSubject extends Taxable {
  readonly subject: Expectation | Payment
}

/** Whether an event is not over on a day (days since 1970). A contract lives until the end of its last day. */
export const isAhead =
  (today: number) =>
  ({ day, endsOn, kind }: IncomeEvent): boolean =>
    day > today || (kind === 'expiry' && day === today) || (endsOn ?? '') >= dateOf(today)

/** Assigns the payments of an account, or of some of its instruments, to events. */
export function assignPayments(account: AccountHistory, known: KnownIncome): AssignedPayments {
  const ahead = isAhead(dayOf(known.now))
  const events = account.symbols.flatMap((symbol) => known.instrumentOf(symbol)?.events ?? [])
  const past = expectPast(
    account,
    events.filter((event) => !ahead(event)),
  )
  const held = past.filter(({ pieces }) => pieces === null || pieces.low !== 0n || pieces.high !== 0n)
  const assigned = assignRows(account, held, known)
  return { rows: account.rows, events, past, held, assigned, taxables: taxablesOf(assigned) }
}

function expectPast(account: AccountHistory, events: readonly IncomeEvent[]): Expectation[] {
  const redeemedAt = new Map<string, number[]>()
  for (const { kind, symbol, changeQuantity, at } of account.rows) {
    if ((kind !== 'redemption' && kind !== 'amortization') || changeQuantity === null || changeQuantity === 0n) continue
    redeemedAt.set(symbol, [...(redeemedAt.get(symbol) ?? []), at])
  }
  return events.map((event) => {
    if (event.kind === 'expiry')
      return expectPayment(event, exactly(piecesAt(account.seriesOf(event.symbol), event.day * dayMs)))
    const until = redeemedAt.get(event.symbol)?.find((at) => dayOf(at) >= event.day - 3)
    return expectPayment(event, piecesNear(account.seriesOf(event.symbol), event.day, until))
  })
}

function assignRows(account: AccountHistory, held: readonly Expectation[], { issuers, rateOf }: KnownIncome): Assigned {
  const paying = held.filter(({ event }) => paysMoney(event.kind))
  const bySymbol = new EventsBySymbol(paying)
  const isSameEvent = (a: Payment, b: Payment): boolean => {
    const [own, other] = [bySymbol.fitting(a), bySymbol.fitting(b)]
    return own.length === other.length && own.every((event, index) => event === other[index])
  }
  return assignInOtherCurrency(assign(paying, findPayments(account.rows, issuers, isSameEvent)), paying, rateOf)
}

/** Each event with assigned payments, and each payment without an event. */
function taxablesOf({ paid, without }: Assigned): TaxedSubject[] {
  const taxables: TaxedSubject[] = [
    ...[...paid].map(([expectation, payments]) => ({
      subject: expectation,
      symbol: expectation.event.symbol,
      payments,
    })),
    ...without.map((payment) => ({
      subject: payment,
      payments: [payment],
      symbol: payment.symbols.length === 1 ? (payment.symbols[0] ?? '') : '',
    })),
  ]
  // A tax on the day of a repayment belongs to a coupon of that day, if there is one.
  return taxables.filter(({ payments }) => payments.some(({ kind }) => !repaidKinds.includes(kind)))
}

const repaidKinds: readonly LedgerRow['kind'][] = ['amortization', 'redemption']
