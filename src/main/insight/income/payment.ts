import { dayMs } from '#shared/durations.ts'
import type { IncomeKind } from '#shared/model/ledger/income.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { dayOf } from '../events/days.ts'
import { namesLoan } from '../kinds/named-meaning.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'
import type { IncomeEvent } from './income-event.ts'
import type { IssuerNames } from './issuer-names.ts'

/** A row that pays an event, and the row that reverses it if there is one. Money in units of 10⁻¹⁸. */
export interface Payment {
  /** The payment, then its reversal. */
  readonly rows: readonly PaidRow[]
  /** The sum of its rows; 0 for a reversed payment. */
  readonly money: bigint
  readonly at: number
  readonly day: number
  readonly currency: string
  readonly kind: TransactionKind
  /** Whether it is what lent securities pay: that belongs to no event. */
  readonly isOfLoan: boolean
  /** The symbol of the row; without one, the symbols of the issuer in its name. */
  readonly symbols: readonly string[]
}

/** A row that moves money. */
export interface PaidRow extends LedgerRow {
  readonly money: bigint
  readonly currency: string
}

/** The kinds of rows that may pay each kind of event. A row of unknown kind may pay any. */
const payingKinds: Readonly<Partial<Record<IncomeKind, readonly TransactionKind[]>>> = {
  dividend: ['dividend', 'other-income', 'unknown'],
  coupon: ['coupon', 'interest', 'other-income', 'unknown'],
  amortization: ['amortization', 'redemption', 'unknown'],
  redemption: ['amortization', 'redemption', 'unknown'],
}
const incomeKinds: ReadonlySet<TransactionKind> = new Set(Object.values(payingKinds).flat())

/** The longest time between a payment and its reversal. */
const reversalMs = 90 * dayMs

/** Whether a row moves money. */
export const isPaid = (row: LedgerRow): row is PaidRow => row.money !== null && row.currency !== null

/** Whether a payment may belong to an event by its symbol or issuer, currency, kind and time. */
export const mayPay = (payment: Payment, event: IncomeEvent): boolean =>
  (event.currency === '' || event.currency === payment.currency) && isOfEvent(payment, event)

/**
 * Whether a payment may belong to an event that is declared in another currency. A row of unknown kind or of several
 * instruments does not: its amount cannot confirm it.
 */
export const mayPayInOtherCurrency = (payment: Payment, event: IncomeEvent): boolean =>
  event.currency !== '' &&
  payment.currency !== '' &&
  event.currency !== payment.currency &&
  payment.kind !== 'unknown' &&
  payment.symbols.length === 1 &&
  isOfEvent(payment, event)

const isOfEvent = ({ kind, isOfLoan, day, symbols }: Payment, event: IncomeEvent): boolean =>
  !isOfLoan &&
  (payingKinds[event.kind]?.includes(kind) ?? false) &&
  day >= event.day - daysBefore &&
  day <= event.day + daysAfter &&
  symbols.includes(event.symbol)

/**
 * Returns the payments among the rows of an account, in the same order. A reversal is joined with the payment that it
 * cancels.
 */
export function findPayments(
  rows: readonly LedgerRow[],
  issuers: Pick<IssuerNames, 'symbolsIn'>,
  isSameEvent: (a: Payment, b: Payment) => boolean,
): Payment[] {
  const payments: Payment[] = []
  const open = new Map<string, number[]>()
  for (const row of rows) {
    if (!incomeKinds.has(row.kind) || row.trade !== null || !isPaid(row) || row.money === 0n) continue
    const payment = paymentOf(row, issuers)
    const contentKey = (money: bigint): string =>
      [row.currency, money, row.kind, row.symbol === '' ? row.name : row.symbol].join('\n')
    const originals = (open.get(contentKey(-row.money)) ?? []).flatMap((index) => {
      const original = payments[index]
      return original === undefined || row.at - original.at > reversalMs ? [] : [{ index, original }]
    })
    const last = originals.at(-1)
    // If equal payments belong to several events, it is not known which one is reversed.
    if (last === undefined || !originals.every(({ original }) => isSameEvent(original, last.original))) {
      const index = payments.push(payment) - 1
      // A reversal that matches several payments is not itself reversed by a later payment.
      if (last === undefined)
        open.set(contentKey(row.money), [...(open.get(contentKey(row.money)) ?? []).slice(-maxOpen), index])
      continue
    }
    payments[last.index] = { ...last.original, rows: [...last.original.rows, row], money: 0n }
    open.set(
      contentKey(-row.money),
      originals.slice(0, -1).map(({ index }) => index),
    )
  }
  return payments
}

/** The number of equal payments among which a reversal is searched. */
const maxOpen = 8

const paymentOf = (row: PaidRow, issuers: Pick<IssuerNames, 'symbolsIn'>): Payment => ({
  rows: [row],
  money: row.money,
  at: row.at,
  day: dayOf(row.at),
  currency: row.currency,
  kind: row.kind,
  isOfLoan: row.kind === 'other-income' && namesLoan(row.name),
  symbols: row.symbol === '' ? issuers.symbolsIn(row.name) : [row.symbol],
})
