import { dayMs } from '../../../shared/durations.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { assign, type Assigned } from './assign.ts'
import {
  expectPayment,
  piecesAt,
  piecesNear,
  type Expectation,
  type HeldSeries,
  type PiecesHeld,
} from './expectation.ts'
import { EventsBySymbol } from './fitting-events.ts'
import { dateOf, dayOf } from '../events/days.ts'
import { byDate, type IncomeEvent, type InstrumentIncome, type UnnamedIncomeRow } from './income-event.ts'
import {
  describeFuture,
  describeAmbiguous,
  describePast,
  describeSplitRows,
  describeWithoutEvent,
  paysMoney,
} from './income-row.ts'
import type { IssuerNames } from './issuer-name.ts'
import { findPayments, type Payment } from './payment.ts'
import { namePairs } from './likely-pairs.ts'
import { assignInOtherCurrency, type RateOfDay } from './other-currency.ts'
import { attributeTaxes, type Taxable } from './taxes.ts'

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

/** The income of an account. */
export interface AccountIncome {
  /** By date, oldest first. */
  readonly rows: readonly UnnamedIncomeRow[]
  /** Payments that cannot be assigned to one event, in units; no `gross` contains them. */
  readonly unassigned: readonly { readonly currency: string; readonly money: bigint }[]
}

interface Known {
  readonly instrumentOf: (symbol: string) => InstrumentIncome | null
  readonly issuers: Pick<IssuerNames, 'symbolsIn'>
  /** Rates to compare payments in another currency than declared. */
  readonly rateOf: RateOfDay
  /** UTC ms. */
  readonly now: number
}

/**
 * Lists every event of the instruments that an account holds or held, with the rows that pay it, and payments without
 * an event. Amounts are exact.
 */
export function readAccountIncome(account: AccountHistory, known: Known): AccountIncome {
  const { instrumentOf, issuers, rateOf, now } = known
  const today = dayOf(now)
  const events = account.symbols.flatMap((symbol) => instrumentOf(symbol)?.events ?? [])
  // A contract lives until the end of its last day.
  const isAhead = ({ day, endsOn, kind }: IncomeEvent): boolean =>
    day > today || (kind === 'expiry' && day === today) || (endsOn ?? '') >= dateOf(today)
  const past = expectPast(
    account,
    events.filter((event) => !isAhead(event)),
  )
  const held = past.filter(({ pieces }) => pieces === null || pieces.low !== 0n || pieces.high !== 0n)
  const assigned = assignRows(account, held, known)
  const { taxes, unassigned: unassignedTaxes } = taxesOf(account, assigned, issuers)
  const chargesOf = (subject: Expectation | Payment) => ({
    taxes: taxes.get(subject) ?? [],
    unassignedTaxes: unassignedTaxes.get(subject) ?? [],
  })
  const isLoaded = (from: number, to: number): boolean =>
    account.covered.some((part) => part.from <= from * dayMs && part.to >= Math.min(to * dayMs, now - dayMs))
  const groupOf = new Map(assigned.ambiguous.flatMap((group) => group.events.map((event) => [event, group] as const)))
  const pastOf = Map.groupBy(past, ({ event }) => event.symbol)
  const { accountId } = account
  const rows = [
    ...held.map((expectation) => {
      const group = groupOf.get(expectation)
      if (group !== undefined) return describeAmbiguous(accountId, expectation, group)
      const payments = assigned.paid.get(expectation) ?? []
      return describePast({ accountId, expectation, payments, ...chargesOf(expectation), today, isLoaded, rateOf })
    }),
    ...assigned.without.flatMap((payment) => {
      const [symbol = '', ...others] = payment.symbols
      const instrument = others.length > 0 ? null : instrumentOf(symbol)
      return (
        describeWithoutEvent({
          accountId,
          payment,
          instrument,
          ...chargesOf(payment),
          past: pastOf.get(symbol) ?? [],
        }) ?? []
      )
    }),
    ...describeSplitRows(accountId, account.rows),
    ...events.filter(isAhead).flatMap((event) => {
      const pieces = account.heldNow(event.symbol)
      return pieces === 0n ? [] : [describeFuture(accountId, expectPayment(event, exactly(pieces)))]
    }),
  ]
  const unassigned = assigned.ambiguous.flatMap(({ payments }) => payments)
  return { rows: namePairs(rows.sort(byDate)), unassigned }
}

const exactly = (pieces: bigint | null): PiecesHeld | null => (pieces === null ? null : { low: pieces, high: pieces })

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

function assignRows(account: AccountHistory, held: readonly Expectation[], { issuers, rateOf }: Known): Assigned {
  const paying = held.filter(({ event }) => paysMoney(event.kind))
  const bySymbol = new EventsBySymbol(paying)
  const isSameEvent = (a: Payment, b: Payment): boolean => {
    const [own, other] = [bySymbol.fitting(a), bySymbol.fitting(b)]
    return own.length === other.length && own.every((event, index) => event === other[index])
  }
  return assignInOtherCurrency(assign(paying, findPayments(account.rows, issuers, isSameEvent)), paying, rateOf)
}

/** The taxes of each event with assigned payments, and of each payment without an event. */
function taxesOf(account: AccountHistory, { paid, without }: Assigned, issuers: Known['issuers']) {
  const taxables: (Taxable & { readonly subject: Expectation | Payment })[] = [
    ...[...paid].map(([expectation, payments]) => ({
      subject: expectation,
      symbol: expectation.event.symbol,
      payments,
    })),
    ...without.map((payment) => ({
      ...{ subject: payment, payments: [payment] },
      symbol: payment.symbols.length === 1 ? (payment.symbols[0] ?? '') : '',
    })),
  ]
  // A tax on the day of a repayment belongs to a coupon of that day, if there is one.
  const taxed = taxables.filter(({ payments }) => payments.some(({ kind }) => !repaidKinds.includes(kind)))
  const { taxes, unassigned } = attributeTaxes(account.rows, taxed, issuers)
  const bySubject = (found: typeof taxes) => new Map([...found].map(([{ subject }, rows]) => [subject, rows]))
  return { taxes: bySubject(taxes), unassigned: bySubject(unassigned) }
}

const repaidKinds: readonly LedgerRow['kind'][] = ['amortization', 'redemption']
