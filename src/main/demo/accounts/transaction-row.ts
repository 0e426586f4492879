import { add, decimalOf, divide, multiply, negate, type Decimal } from '#shared/decimal.ts'
import { hourMs } from '#shared/durations.ts'
import { accruedInterest, faceOn } from '../catalog/bonds.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { dayAt } from '../values/day.ts'
import { exact, secondsText, wireDecimal, wireMoney } from '../values/wire.ts'

/** A transaction before it gets an id. */
export interface TransactionDraft {
  /** Whole seconds. */
  readonly at: number
  readonly category: string
  readonly name: string
  readonly symbol: string
  readonly currency: string
  readonly amount: Decimal
  /** Signed change of the position, in pieces; null for a movement of cash only. */
  readonly quantity: Decimal | null
  readonly trade: { readonly size: Decimal; readonly price: Decimal; readonly accrued: Decimal } | null
  /** The new average price of pieces that were transferred or settled rather than bought. */
  readonly costPrice: Decimal | null
  /** Part of the account's positions and cash, but not of its list of transactions. */
  readonly isUnlisted?: true
  /** Listed, but not part of positions and cash. */
  readonly isUncounted?: true
}

/** One transaction. */
export interface DemoTransaction extends TransactionDraft {
  readonly id: string
}

const empty = { symbol: '', quantity: null, trade: null, costPrice: null }

/** A movement of cash only. */
export const moneyDraft = (
  at: number,
  category: string,
  name: string,
  currency: string,
  amount: Decimal,
  symbol = '',
): TransactionDraft => ({
  ...empty,
  at,
  category,
  name,
  currency,
  amount,
  symbol,
})

/** The value of one piece at a price of 1: a hundredth of the face for bonds, the contract size for options. */
export function valueFactor(instrument: Instrument, at: number): Decimal {
  if (instrument.bond !== undefined) return exact(String(faceOn(instrument.bond, dayAt(at)) / 100))
  return decimalOf(instrument.option?.contractSize ?? 1)
}

export const roundedMoney = (amount: Decimal): Decimal => divide(amount, decimalOf(1), 2) ?? amount

/** A purchase (positive pieces) or a sale. A futures trade moves no cash. */
export function tradeDraft(instrument: Instrument, at: number, price: Decimal, pieces: number): TransactionDraft {
  const quantity = decimalOf(pieces)
  const accruedEach = instrument.bond === undefined ? 0 : accruedInterest(instrument.bond, dayAt(at))
  const accrued = multiply(exact(String(accruedEach)), decimalOf(Math.abs(pieces)))
  const value = multiply(multiply(price, valueFactor(instrument, at)), quantity)
  const interest = pieces > 0 ? accrued : negate(accrued)
  return {
    at,
    category: 'OTHERS',
    name: pieces > 0 ? 'Покупка актива' : 'Продажа актива',
    symbol: instrument.symbol,
    currency: instrument.currency,
    amount: instrument.future ? decimalOf(0) : negate(add(roundedMoney(value), interest)),
    quantity,
    trade: { size: decimalOf(Math.abs(pieces)), price, accrued },
    costPrice: null,
  }
}

/** The broker's fee on a trade: 0.05 % of its value, at least one hundredth. */
export function commissionDraft(trade: TransactionDraft): TransactionDraft {
  const size = trade.amount.replace('-', '')
  const fee = roundedMoney(multiply(exact(size), exact('0.0005')))
  const minFee = exact(trade.trade !== null && Number(size) === 0 ? '1.06' : '0.01')
  return moneyDraft(
    trade.at,
    'COMMISSION',
    'Брокерская комиссия',
    trade.currency,
    negate(Number(fee) < Number(minFee) ? minFee : fee),
  )
}

/** The deposit three hours before a purchase: its cost in whole thousands. */
export const depositFor = (cost: Decimal, trade: TransactionDraft): TransactionDraft =>
  moneyDraft(
    trade.at - 3 * hourMs,
    'DEPOSIT',
    'Ввод денежных средств',
    trade.currency,
    decimalOf(Math.ceil(Number(cost) / 1000) * 1000),
  )

/** The service's Transaction message. */
export function transactionMessage({
  id,
  at,
  category,
  name,
  symbol,
  currency,
  amount,
  quantity,
  trade,
}: DemoTransaction): object {
  return {
    id,
    category,
    timestamp: secondsText(at),
    symbol,
    change: wireMoney(currency, amount),
    ...(trade && {
      trade: {
        size: wireDecimal(trade.size),
        price: wireDecimal(trade.price),
        accrued_interest: wireDecimal(trade.accrued),
      },
    }),
    transaction_category: category,
    transaction_name: name,
    ...(quantity !== null && { change_qty: wireDecimal(quantity) }),
  }
}

/** Sorted by time; equal times keep their order. */
export const inTimeOrder = <T extends { readonly at: number }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => a.at - b.at)
