import { dayMs } from '#shared/durations.ts'
import { dayOf } from '../events/days.ts'
import type { LedgerRow } from '../ledger/row.ts'
import {
  assignPayments,
  isAhead,
  type AccountHistory,
  type AssignedPayments,
  type KnownIncome,
  type TaxedSubject,
} from './assigned-payments.ts'
import { exactly, expectPayment } from './expectation.ts'
import { byDate, type UnnamedIncomeRow } from './income-event.ts'
import {
  describeFuture,
  describeAmbiguous,
  describePast,
  describeSplitRows,
  describeWithoutEvent,
} from './income-row.ts'
import { namePairs } from './likely-pairs.ts'
import type { PaidRow } from './payment.ts'
import { attributeTaxes, type Taxable } from './taxes.ts'

/** The income of an account, or of some of its instruments. */
export interface AccountIncome {
  /** By date, oldest first. */
  readonly rows: readonly UnnamedIncomeRow[]
  /** Payments that cannot be assigned to one event, in units; no `gross` contains them. */
  readonly unassigned: readonly { readonly currency: string; readonly money: bigint }[]
  /** The taxes of payments, and those that may belong to one of several payments. */
  readonly taxes: readonly TaxLink[]
}

/** A tax, and the rows of a payment that it belongs to, or may belong to. */
export interface TaxLink {
  readonly tax: LedgerRow
  readonly paid: readonly LedgerRow[]
  readonly isAssigned: boolean
}

/** The taxes of a taxable, and those that may belong to it or to others. */
export interface TaxesOfPayment {
  readonly taxes: readonly PaidRow[]
  readonly unassignedTaxes: readonly PaidRow[]
}

/**
 * Lists every event of the instruments that an account holds or held, with the rows that pay it, and payments without
 * an event. Amounts are exact.
 */
export function readAccountIncome(account: AccountHistory, known: KnownIncome): AccountIncome {
  const part = assignPayments(account, known)
  const { taxes, unassigned } = attributeTaxes(part.rows, part.taxables, known.issuers)
  const taxesOf = (taxable: TaxedSubject): TaxesOfPayment => ({
    taxes: taxes.get(taxable) ?? [],
    unassignedTaxes: unassigned.get(taxable) ?? [],
  })
  return describePayments(account, part, part.taxables.map(taxesOf), known)
}

/** Builds the rows of income. `charges`: the taxes of each of the `taxables`. */
export function describePayments(
  account: Omit<AccountHistory, 'rows' | 'symbols' | 'seriesOf'>,
  { rows: own, events, past, held, assigned, taxables }: AssignedPayments,
  charges: readonly TaxesOfPayment[],
  { instrumentOf, rateOf, now }: KnownIncome,
): AccountIncome {
  const today = dayOf(now)
  const bySubject = new Map(taxables.map(({ subject }, index) => [subject, charges[index] ?? untaxed]))
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
      const taxes = bySubject.get(expectation) ?? untaxed
      return describePast({ accountId, expectation, payments, ...taxes, today, isLoaded, rateOf })
    }),
    ...assigned.without.flatMap((payment) => {
      const [symbol = '', ...others] = payment.symbols
      const instrument = others.length > 0 ? null : instrumentOf(symbol)
      const taxes = bySubject.get(payment) ?? untaxed
      const ofSymbol = pastOf.get(symbol) ?? []
      return describeWithoutEvent({ accountId, payment, instrument, ...taxes, past: ofSymbol }) ?? []
    }),
    ...describeSplitRows(accountId, own),
    ...events.filter(isAhead(today)).flatMap((event) => {
      const pieces = account.heldNow(event.symbol)
      return pieces === 0n ? [] : [describeFuture(accountId, expectPayment(event, exactly(pieces)))]
    }),
  ]
  const unassigned = assigned.ambiguous.flatMap(({ payments }) => payments)
  const taxes = taxables.flatMap((taxable, index) => linksOf(taxable, charges[index] ?? untaxed))
  return { rows: namePairs(rows.sort(byDate)), unassigned, taxes }
}

const untaxed: TaxesOfPayment = { taxes: [], unassignedTaxes: [] }

function linksOf({ payments }: Taxable, { taxes, unassignedTaxes }: TaxesOfPayment): TaxLink[] {
  const paid = payments.flatMap(({ rows }) => rows)
  return [
    ...taxes.map((tax) => ({ tax, paid, isAssigned: true })),
    ...unassignedTaxes.map((tax) => ({ tax, paid, isAssigned: false })),
  ]
}
