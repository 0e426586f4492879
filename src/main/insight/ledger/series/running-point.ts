import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { UnitClosing } from '../../lots/open-lots.ts'
import { magnitude } from '../../lots/units.ts'
import type { Holding } from '../holding.ts'
import { isExternal, isLending, type LedgerRow, costOf, piecesOf, realizes } from '../row.ts'
import {
  noSums,
  sumNames,
  type HoldingPoint,
  type HoldingStep,
  type HoldingSums,
  type HoldingSum,
} from './holding-sums.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A holding that is updated row by row, so that a million rows need no copies. */
export class RunningPoint {
  readonly #now: Mutable<HoldingPoint>
  #sums: Mutable<HoldingSums>[]

  constructor(point: HoldingPoint) {
    this.#now = { ...point }
    this.#sums = point.sums.map((sums) => ({ ...sums }))
  }

  /** A copy of the current state, which later rows do not change. */
  get point(): HoldingPoint {
    return { ...this.#now, sums: this.#sums.map((sums) => ({ ...sums })) }
  }

  get quantity(): bigint {
    return this.#now.quantity
  }

  add(step: HoldingStep): void {
    const now = this.#now
    const before = now.quantity
    if (step.pieces !== 0n) now.quantity += step.pieces
    if (step.cost !== 0n) now.cost += step.cost
    now.currency = step.lotCurrency
    if (step.unknownOpen !== 0n) now.unknownOpen += step.unknownOpen
    if (step.unknownClosed !== 0n) now.unknownClosed += step.unknownClosed
    if (step.currency !== null) this.#addSums(step.currency, step.sums)
    if (step.event !== null) this.#noteEvent(step, before)
    const { at, pieces, currency, traded } = step
    if (traded !== null) now.lastTrade = { at, price: traded.price, pieces, cost: traded.cost, currency, split: null }
  }

  #addSums(currency: string, added: HoldingStep['sums']): void {
    let sums = this.#sums.find((each) => each.currency === currency)
    if (sums === undefined) this.#sums.push((sums = { currency, ...noSums }))
    for (const name of sumNames) {
      const amount = added[name]
      if (amount !== undefined && amount !== 0n) sums[name] += amount
    }
  }

  /** A split scales the last price. If its ratio is not clear, the price is removed. */
  #noteEvent({ at, event }: HoldingStep, before: bigint): void {
    const now = this.#now
    if (event === 'repayment') now.repaidAt = at
    if (event !== 'split') return
    now.splitAt = at
    if (now.lastTrade === null) return
    const after = now.quantity
    const isClear = before !== 0n && after !== 0n && before < 0n === after < 0n
    const old = now.lastTrade.split ?? { before: 1n, after: 1n }
    now.lastTrade = isClear
      ? { ...now.lastTrade, split: { before: old.before * before, after: old.after * after } }
      : null
  }
}

/** Returns the holding after one more row. */
export function afterStep(point: HoldingPoint, step: HoldingStep): HoldingPoint {
  const running = new RunningPoint(point)
  running.add(step)
  return running.point
}

/** Applies the next row to a holding; returns the changes. */
export function applyRow(holding: Holding, row: LedgerRow): HoldingStep {
  const { quantity, lotCost, piecesWithoutCost, doubtfulPieces } = holding
  const closed = holding.apply(row)
  const pieces = holding.quantity - quantity
  const isTrade = row.trade !== null && !holding.isFuture && (row.kind === 'buy' || row.kind === 'sell')
  const cost = isTrade && pieces !== 0n ? costOf(row, pieces) : null
  const price = row.trade?.price ?? null
  const hasPrice = isTrade && pieces !== 0n && ((price !== null && price > 0n) || (cost !== null && cost !== 0n))
  const { realized, unknownClosed } = profitOf(row, closed)
  const money = moneyOf(row, pieces, holding.lendingResult)
  const profit = holding.isFuture ? (money.trade ?? 0n) : realized
  return {
    at: row.at,
    pieces,
    // An expiration or a sale without money realizes its lots, in their currency.
    currency: row.currency ?? (profit === 0n ? null : holding.lotCurrency),
    lotCurrency: holding.lotCurrency,
    sums: profit === 0n ? money : { ...money, realized: profit },
    cost: holding.lotCost - lotCost,
    unknownOpen: holding.piecesWithoutCost - piecesWithoutCost,
    unknownClosed: unknownClosed + holding.doubtfulPieces - doubtfulPieces,
    traded: hasPrice ? { price: price !== null && price > 0n ? price : null, cost: cost === 0n ? null : cost } : null,
    event: row.kind === 'split' && pieces !== 0n ? 'split' : row.kind === 'amortization' ? 'repayment' : null,
  }
}

function profitOf(row: LedgerRow, closed: readonly UnitClosing[]): { realized: bigint; unknownClosed: bigint } {
  let [realized, unknownClosed] = [0n, 0n]
  if (isExternal(row.kind) && !realizes(row)) return { realized, unknownClosed }
  for (const { quantity, cost, proceeds } of closed) {
    if (cost === null || proceeds === null || row.kind === 'unknown') unknownClosed += quantity
    else realized += proceeds - cost
  }
  return { realized, unknownClosed }
}

/** The sums to which the money of a row is added. Accrued interest of a trade, and what a repo costs, is in `accrued`. */
function moneyOf(row: LedgerRow, pieces: bigint, lendingResult: bigint): HoldingStep['sums'] {
  const { kind, money } = row
  // Blocked money still belongs to the account.
  if (money === null || money === 0n || kind === 'blocked-money') return {}
  const name = sumOfKind(kind)
  if (name !== 'trade') return { [name]: isCharge(name) ? -money : money }
  if (isLending(kind))
    return lendingResult === 0n ? { trade: money } : { trade: money - lendingResult, accrued: lendingResult }
  const trade = tradeMoney(row, money, pieces)
  return trade === money ? { trade } : { trade, accrued: money - trade }
}

/** Whether a sum is positive although its money is negative: fees and taxes. */
export const isCharge = (name: HoldingSum): boolean => name === 'fees' || name === 'taxes'

/** Returns the sum to which money of this kind is added; for a trade, before its accrued interest is taken out. */
export function sumOfKind(kind: TransactionKind): HoldingSum {
  if (isExternal(kind)) return 'flow'
  switch (kind) {
    case 'dividend':
    case 'coupon':
    case 'other-income':
    case 'interest':
    case 'securities-loan':
      return 'income'
    case 'commission':
    case 'fine':
      return 'fees'
    case 'tax':
      return 'taxes'
    case 'variation-margin':
      return 'margin'
    case 'currency-exchange':
      return 'exchange'
    case 'unknown':
      return 'unknown'
    default:
      return 'trade'
  }
}

/** The accrued interest that a trade receives with its money, in units; negative if it is paid. */
export const accruedIn = (row: LedgerRow): bigint =>
  row.money === null ? 0n : row.money - tradeMoney(row, row.money, piecesOf(row) ?? 0n)

/**
 * The money of a trade without accrued interest. If the signs of money and pieces contradict each other, the accrued
 * interest is not taken out.
 */
function tradeMoney({ kind, trade }: LedgerRow, money: bigint, pieces: bigint): bigint {
  const accrued = magnitude(trade?.accruedInterest ?? 0n)
  if (accrued === 0n || pieces === 0n || kind === 'expiration' || money < 0n !== pieces > 0n) return money
  return pieces > 0n ? money + accrued : money - accrued
}
