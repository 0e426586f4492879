import { absolute, add, compare, parseDecimal, sign, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { Position } from '#shared/model/account.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { DayCash, DayNote, DayPosition } from '#shared/model/ledger/day-profit.ts'
import { valuePosition } from '../portfolio/position-value.ts'
import { cashKindOf, gatherCash, sumOfCash, type DayRow } from './day-row.ts'

/** The inputs of the explanation of one position. */
export interface DayInputs {
  readonly accountId: string
  readonly position: Pick<Position, 'symbol' | 'quantity' | 'currentPrice' | 'dailyPnl'>
  readonly details: InstrumentDetails | null
  /** The previous close. */
  readonly close: Decimal | null
  /** The last price of the quote, used if the account states none. */
  readonly last: Decimal | null
  /** The rows of this symbol since the start of the day, oldest first; `null` while they are not loaded. */
  readonly rows: readonly DayRow[] | null
}

/** A position with the parts of its profit, in its own currency. */
export type ExplainedPosition = Omit<DayPosition, 'name' | 'priceDecimals' | 'lastAt' | 'day' | 'from' | 'inBase'>

const noCash = { income: zero, fees: zero, taxes: zero }

/**
 * Explains the reported profit of the day of one position by its parts. `price`: pieces held before the day, times the
 * change of price since the previous close. `trading`: the value now of pieces traded today, less their cost. Income
 * and charges are included if the remainder is smaller with them. Parts that are not known stay in the remainder.
 * Amounts are exact, in the currency of the position. Source: docs/service.md (previous close, signs of money).
 */
export function explainPosition(given: DayInputs): ExplainedPosition {
  const { accountId, position, details, close, rows } = given
  const last = position.currentPrice ?? given.last
  const stated = position.quantity === zero ? null : position.dailyPnl
  const { currency, isPercentOfFace } = valuePosition(position, details)
  const notes = new Set<DayNote>()
  const moved = readMoves(given, notes)
  const heldBefore = position.quantity === null || moved === null ? null : subtract(position.quantity, moved)
  const price = heldBefore === null ? null : priceChange(heldBefore, { ...given, last }, notes)
  const trading = readTrading(given, last, currency, notes)
  const cash = gatherCash(rows ?? []).filter((each) => each.currency === currency)
  const foreign = gatherCash(rows ?? []).filter((each) => each.currency !== currency)
  const counted = countCash({ stated, price, trading, cash, currency })
  if (!counted.isCounted) notes.add('cash-apart')
  const sums = counted.isCounted ? counted.sums : noCash
  const known = sum([price ?? zero, trading ?? zero, ...Object.values(sums)])
  const remainder = stated === null ? null : subtract(stated, known)
  if (position.quantity === zero) notes.add('sold')
  else if (stated === null) notes.add('not-stated')
  if (remainder !== null && countsFromClose(given, last, remainder, stated)) notes.add('all-from-close')
  return {
    accountId,
    symbol: position.symbol,
    isPercentOfFace,
    currency,
    quantity: position.quantity,
    heldBefore,
    close,
    last,
    stated,
    price,
    trading,
    ...sums,
    remainder,
    isCounted: stated !== null && currency !== null && currency !== '',
    apart: counted.isCounted ? foreign : [...cash, ...foreign],
    notes: [...notes],
    transactionIds: (rows ?? []).map(({ id }) => id),
  }
}

/** The pieces that the rows of the day moved; `null` if that is not known. */
function readMoves({ rows }: DayInputs, notes: Set<DayNote>): Decimal | null {
  if (rows === null) notes.add('not-loaded')
  if (rows?.some(({ hasUnknownPieces }) => hasUnknownPieces) === true) notes.add('unknown-trade')
  if (rows?.some(({ kind, pieces }) => kind === 'split' && pieces !== null) === true) notes.add('split')
  if (rows === null || notes.has('unknown-trade') || notes.has('split')) return null
  return sum(rows.flatMap(({ pieces }) => pieces ?? []))
}

function priceChange(held: Decimal, { details, close, last }: DayInputs, notes: Set<DayNote>): Decimal | null {
  if (sign(held) === 0) return zero
  if (close === null) notes.add('no-close')
  if (last === null) notes.add('no-price')
  if (close === null || last === null) return null
  return worthOf(held, subtract(last, close), details, notes)
}

/**
 * The result of today's trades: the current value of the traded pieces minus the money paid for them, in `currency`. A return
 * of capital, which moves no pieces, counts with its money. `null` if a row, a price or a currency is not known; `notes` says
 * why.
 */
function readTrading(
  { rows, details }: DayInputs,
  last: Decimal | null,
  currency: string | null,
  notes: Set<DayNote>,
): Decimal | null {
  if (rows === null || notes.has('unknown-trade') || notes.has('split')) return null
  let total: Decimal = zero
  for (const row of rows) {
    if (cashKindOf(row) !== null) continue
    const moves = row.pieces !== null && sign(row.pieces) !== 0
    const paid = moves ? row.cost : row.money === null ? zero : subtract(zero, row.money)
    const isForeign = paid !== null && sign(paid) !== 0 && row.currency !== currency
    if (paid === null || isForeign) {
      notes.add('unknown-trade')
      return null
    }
    if (moves && last === null) notes.add('no-price')
    const value = !moves ? zero : last === null ? null : worthOf(row.pieces, last, details, notes)
    if (value === null) return null
    total = add(total, subtract(value, paid))
  }
  return total
}

function worthOf(
  quantity: Decimal,
  price: Decimal,
  details: InstrumentDetails | null,
  notes: Set<DayNote>,
): Decimal | null {
  const { value } = valuePosition({ quantity, currentPrice: price }, details)
  if (value === null) notes.add('no-formula')
  return value
}

interface CashInputs {
  readonly stated: Decimal | null
  readonly price: Decimal | null
  readonly trading: Decimal | null
  readonly cash: readonly DayCash[]
  readonly currency: string | null
}

/** Decides whether the reported figure includes income and charges: it does if the remainder is smaller with them. */
function countCash({ stated, price, trading, cash, currency }: CashInputs) {
  const sums = {
    income: sumOfCash(cash, 'income', currency ?? ''),
    fees: sumOfCash(cash, 'fees', currency ?? ''),
    taxes: sumOfCash(cash, 'taxes', currency ?? ''),
  }
  const all = sum(Object.values(sums))
  if (stated === null || cash.length === 0) return { isCounted: true, sums }
  const without = subtract(stated, sum([price ?? zero, trading ?? zero]))
  return { isCounted: compare(absolute(subtract(without, all)), absolute(without)) <= 0, sums }
}

/** One unit of the last decimal place that the service reports. */
function stepOf(stated: Decimal): Decimal {
  const places = stated.split('.')[1]?.length ?? 0
  return parseDecimal(`1e-${Math.max(2, places)}`) ?? zero
}

/** Whether the service calculates all pieces held now from the previous close, including those bought today. */
function countsFromClose(given: DayInputs, last: Decimal | null, remainder: Decimal, stated: Decimal | null): boolean {
  const { position, details, close, rows } = given
  const hasTrades = rows?.some(({ pieces }) => pieces !== null && sign(pieces) !== 0) === true
  if (stated === null || close === null || last === null || position.quantity === null || !hasTrades) return false
  const step = stepOf(stated)
  if (compare(absolute(remainder), step) <= 0) return false
  const { value } = valuePosition({ quantity: position.quantity, currentPrice: subtract(last, close) }, details)
  return value !== null && compare(absolute(subtract(stated, value)), step) <= 0
}
