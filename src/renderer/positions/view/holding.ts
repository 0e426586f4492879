import { averagePriceOf } from '#shared/average-price.ts'
import { absolute, divide, multiply, sign, subtract, sum, type Decimal } from '#shared/decimal.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { BondFigures } from '#shared/model/bond.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'

/** An instrument as one row: the sum of its positions in several accounts, or its position in one account. */
export interface Holding extends Omit<PositionRow, 'accountId'> {
  readonly key: string
  /** The code of the market, the last part of the symbol; empty if the service names no market. */
  readonly market: string
  /** The positions, one per account. */
  readonly parts: readonly PositionRow[]
  /** Only for a bond; `null` for other instruments, and until it is read. */
  readonly bond: BondFigures | null
}

type Figure = (row: PositionRow) => Decimal | null
type BondOf = (symbol: string) => BondFigures | null

const marketOf = (symbol: string): string => (hasMarket(symbol) ? symbol.slice(symbol.lastIndexOf('@') + 1) : '')

/** One row per position. */
export const splitByAccount = (rows: readonly PositionRow[], bondOf: BondOf): Holding[] =>
  rows.map((row) => holdingOf([row], row, `${row.accountId} ${row.symbol}`, bondOf))

/** One row per instrument, in the order of its first position. */
export const foldByInstrument = (rows: readonly PositionRow[], bondOf: BondOf): Holding[] =>
  [...Map.groupBy(rows, ({ symbol }) => symbol)].flatMap(([symbol, [first, ...more]]) =>
    first === undefined ? [] : [holdingOf([first, ...more], first, symbol, bondOf)],
  )

function holdingOf(parts: readonly PositionRow[], first: PositionRow, key: string, bondOf: BondOf): Holding {
  const { symbol, type } = first
  const rest = { key, market: marketOf(symbol), parts, bond: type === 'BONDS' ? bondOf(symbol) : null }
  // The account stays in the object: leaving it out takes most of the time for thousands of rows.
  return parts.length === 1 ? { ...first, ...rest } : { ...first, ...addParts(parts), ...rest }
}

/** The sum of the figures of several accounts. A figure is unknown if it is unknown in one account. */
function addParts(parts: readonly PositionRow[]) {
  const total = (pick: Figure): Decimal | null => {
    const known = parts.map(pick).filter((value) => value !== null)
    return known.length < parts.length ? null : sum(known)
  }
  const weights = parts.map(({ weight }) => weight).filter((weight) => weight !== null)
  const byAge = parts.toSorted((a, b) => a.fetchedAt - b.fetchedAt)
  return {
    quantity: total(({ quantity }) => quantity),
    lots: total(({ lots }) => lots),
    averagePrice: averagePriceOf(parts),
    // The prices of the accounts differ only in the time of their read.
    currentPrice: byAge.at(-1)?.currentPrice ?? null,
    value: total(({ value }) => value),
    valueInBase: total(({ valueInBase }) => valueInBase),
    dayInBase: total(({ dayInBase }) => dayInBase),
    unrealizedInBase: total(({ unrealizedInBase }) => unrealizedInBase),
    dailyPnl: total(({ dailyPnl }) => dailyPnl),
    unrealizedPnl: total(({ unrealizedPnl }) => unrealizedPnl),
    weight: weights.length < parts.length ? null : weights.reduce((a, b) => a + b, 0),
    // It is in the currency of each account, which the service does not state.
    maintenanceMargin: null,
    fetchedAt: Math.min(...parts.map(({ fetchedAt }) => fetchedAt)),
    staleAt: Math.min(...parts.map(({ staleAt }) => staleAt)),
  }
}

/** What the pieces cost: the value without the unrealized profit. Negative for a short position. */
export const costOf = (row: Pick<PositionRow, 'value' | 'unrealizedPnl'>): Decimal | null =>
  difference(row.value, row.unrealizedPnl)
/** The cost in the base currency, at the current rate. */
export const costInBaseOf = (row: Pick<PositionRow, 'valueInBase' | 'unrealizedInBase'>): Decimal | null =>
  difference(row.valueInBase, row.unrealizedInBase)

const difference = (value: Decimal | null, profit: Decimal | null): Decimal | null =>
  value === null || profit === null ? null : subtract(value, profit)

const hundred = '100' as Decimal

/** A result in percent of the value without it; `null` if one of them is unknown, or if that value is 0. */
export function percentOfStart(value: Decimal | null, result: Decimal | null): Decimal | null {
  if (value === null || result === null) return null
  return divide(multiply(result, hundred), absolute(subtract(value, result)))
}

/** The difference of the current price from the average price in percent: positive for a gain. */
export function percentOfAverage({
  quantity,
  averagePrice,
  currentPrice,
}: Omit<PositionRow, 'accountId'>): Decimal | null {
  if (quantity === null || averagePrice === null || currentPrice === null || sign(quantity) === 0) return null
  const change = subtract(currentPrice, averagePrice)
  const gain = sign(quantity) < 0 ? subtract(averagePrice, currentPrice) : change
  return divide(multiply(gain, hundred), absolute(averagePrice))
}
