import { dayMs } from '#shared/durations.ts'
import type { IncomeCandidate, IncomeKind, IncomeState } from '#shared/model/ledger/income.ts'
import { dayOf, dayOfDate } from '../events/days.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'
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
import type { PaidRow } from './payment.ts'
import { attributeTaxes, type Taxable } from './taxes.ts'

const unpaidStates: readonly IncomeState[] = ['missing', 'pending', 'partial', 'unknown']
/** Payments of another kind than the event are named if they are at most this many days apart. */
const weekDays = 7

/**
 * Names the payments without an event that may pay an event which is not paid in full, and the reverse: both rows have
 * the other one as a candidate. `rows` are of one account.
 */
function namePairs(rows: readonly UnnamedIncomeRow[]): UnnamedIncomeRow[] {
  const unexpected = Map.groupBy(
    rows.filter(({ state, symbol }) => state === 'unexpected' && symbol !== ''),
    ({ symbol }) => symbol,
  )
  if (unexpected.size === 0) return [...rows]
  const pairs = rows
    .filter(({ state, source }) => source === 'event' && unpaidStates.includes(state))
    .flatMap((event) => (unexpected.get(event.symbol) ?? []).filter(isNear(event)).map((paid) => ({ event, paid })))
  const paidOf = Map.groupBy(pairs, ({ event }) => event)
  const eventsOf = Map.groupBy(pairs, ({ paid }) => paid)
  return rows.map((row) => {
    const paid = paidOf.get(row)?.map((pair) => pair.paid) ?? []
    const events = eventsOf.get(row)?.map((pair) => pair.event) ?? []
    const candidates = [...paid, ...events].map(candidateOf)
    const reasons = [
      ...paid.map(({ date }) => ({ code: 'perhaps-paid-by' as const, date })),
      ...events.map(({ date }) => ({ code: 'perhaps-pays' as const, date })),
    ]
    return candidates.length === 0 ? row : { ...row, candidates, rule: [...row.rule, ...reasons] }
  })
}

const candidateOf = ({ symbol, kind, date }: UnnamedIncomeRow): IncomeCandidate => ({ symbol, kind, date })

/** Whether a payment is in the time of an event, a week more on both sides, or of any kind in the same week. */
const isNear =
  (event: UnnamedIncomeRow) =>
  (paid: UnnamedIncomeRow): boolean => {
    const days = (dayOfDate(paid.date) ?? 0) - (dayOfDate(event.date) ?? 0)
    const isAlike = isRepaid(paid.kind) === isRepaid(event.kind)
    return Math.abs(days) <= weekDays || (isAlike && days >= -daysBefore - weekDays && days <= daysAfter + weekDays)
  }

const isRepaid = (kind: IncomeKind): boolean => kind === 'amortization' || kind === 'redemption'

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
