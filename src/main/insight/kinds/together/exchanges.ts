import { dayMs } from '#shared/durations.ts'
import { magnitude } from '../../lots/units.ts'
import { namedMeaning } from '../named-meaning.ts'
import { besideMs, isBeside, isMoneyOnly, moneyOf, onlyPairs, type Found, type NearRow } from './near-rows.ts'

/** The money of a trade of currency is booked at most this long before or after it. */
const settledWithinMs = 5 * dayMs

const exchange = { kind: 'currency-exchange', pieces: null } as const
/** The bought or sold currency is money of another row: no pieces of the pair are held beside it. */
const exchangedPair = { kind: 'currency-exchange', pieces: 0n } as const

/** Kinds that the money of an exchange has alone. */
const moneyKinds: readonly string[] = ['unknown', 'currency-exchange', 'buy', 'sell']
const transferKinds: readonly string[] = ['cash-transfer-in', 'cash-transfer-out']
/** Kinds that it has besides if it carries the symbol of the pair. */
const paidKinds: readonly string[] = ['other-income', ...transferKinds]
/** Kinds of the trade of a pair. */
const tradeKinds: readonly string[] = ['buy', 'sell', 'currency-exchange']

/** Finds exchanges of currency that consist of two rows or more. */
export function findExchanges(rows: readonly NearRow[]): Found {
  const own = rows.filter(({ isChosen, kind }) => !isChosen || kind === 'currency-exchange')
  return new Map([...findUnnamed(own), ...findPairs(own)])
}

/** Money of two currencies with opposite signs, whose names say no more than that money moves. */
function* findUnnamed(rows: readonly NearRow[]): Iterable<[string, { kind: 'currency-exchange'; pieces: null }]> {
  const money = rows.filter(
    (row) => isMoneyOnly(row) && (row.kind === 'currency-exchange' || isNeutral(row)) && row.currency !== '',
  )
  // Money that only passes through the account is no side of an exchange.
  const passes = (row: NearRow): boolean =>
    money.some((other) => isBeside(row, other) && row.currency === other.currency && moneyOf(row) === -moneyOf(other))
  const pairs = onlyPairs(
    money.filter((row) => !passes(row)),
    (a, b) => isBeside(a, b) && a.currency !== b.currency && moneyOf(a) < 0n !== moneyOf(b) < 0n,
  )
  for (const pair of pairs) {
    for (const row of pair) if (row.kind !== 'currency-exchange') yield [row.id, exchange]
  }
}

/** A transfer that is called one between accounts has its other side in another account. */
const isNeutral = ({ kind, symbol, name }: NearRow): boolean =>
  kind === 'unknown' || (symbol === '' && transferKinds.includes(kind) && namedMeaning(name) !== 'own-transfer')

/** Trades of a currency pair whose other currency came or went as money of its own. */
function* findPairs(
  rows: readonly NearRow[],
): Iterable<[string, { kind: 'currency-exchange'; pieces: bigint | null }]> {
  const trades = rows.filter((row) => row.trade?.size != null && tradeKinds.includes(row.kind))
  const money = rows.filter(
    (row) =>
      isMoneyOnly(row) &&
      (moneyKinds.includes(row.kind) || isNeutral(row) || (row.symbol !== '' && paidKinds.includes(row.kind))),
  )
  for (const [symbol, ofSymbol] of Map.groupBy(trades, (row) => row.symbol)) {
    const own = money.filter((row) => row.symbol === symbol || isOfPair(row, symbol))
    for (const [traded, paid] of [...clusters(ofSymbol, own), ...nearestPairs(ofSymbol, own)]) {
      for (const row of traded) yield [row.id, exchangedPair]
      for (const row of paid) yield [row.id, exchange]
    }
  }
}

/** Whether money without a symbol is of the currency with which the ticker of a pair begins. */
const isOfPair = ({ symbol, currency }: NearRow, pair: string): boolean =>
  symbol === '' && currency !== null && currency.length === 3 && pair.startsWith(currency)

const sizeOf = ({ trade }: NearRow): bigint => magnitude(trade?.size ?? 0n)
const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
const isOpposite = (trade: NearRow, money: NearRow): boolean =>
  trade.currency !== money.currency && moneyOf(trade) !== 0n && moneyOf(trade) < 0n !== moneyOf(money) < 0n

type Sides = readonly [trades: readonly NearRow[], money: readonly NearRow[]]

/** Trades and money of one direction that are beside each other: together they have the same amount. */
function clusters(trades: readonly NearRow[], money: readonly NearRow[]): Sides[] {
  return [true, false].flatMap((isPurchase) => {
    const bought = trades.filter((row) => moneyOf(row) < 0n === isPurchase)
    const paid = money.filter((row) => bought.some((trade) => isOpposite(trade, row)))
    return clustersInTime([...bought, ...paid]).flatMap((cluster): Sides[] => {
      const sides: Sides = [cluster.filter((row) => bought.includes(row)), cluster.filter((row) => paid.includes(row))]
      const [sizes, amounts] = [sumOf(sides[0].map(sizeOf)), sumOf(sides[1].map((row) => magnitude(moneyOf(row))))]
      const isWhole = amounts === sizes || (hasSymbol(sides[1]) && magnitude(sizes - amounts) * 50n <= sizes)
      return sizes > 0n && amounts > 0n && isWhole ? [sides] : []
    })
  })
}

/** A fee may be taken from the money: it is then up to 2 % less, if its rows name the pair and say what they are. */
const hasSymbol = (money: readonly NearRow[]): boolean =>
  money.every(({ symbol, kind }) => symbol !== '' && kind === 'currency-exchange')

function clustersInTime(rows: readonly NearRow[]): NearRow[][] {
  const found: NearRow[][] = []
  for (const row of rows.toSorted((a, b) => a.at - b.at)) {
    const last = found.at(-1)
    if (last !== undefined && row.at - (last.at(-1)?.at ?? 0) <= besideMs) last.push(row)
    else found.push([row])
  }
  return found
}

/** A trade and money of the same symbol and amount that fit only each other, some days apart. */
function nearestPairs(trades: readonly NearRow[], money: readonly NearRow[]): Sides[] {
  const rows = [...trades, ...money.filter(({ symbol }) => symbol !== '')]
  const fits = (a: NearRow, b: NearRow): boolean => {
    const [trade, paid] = a.trade === null ? [b, a] : [a, b]
    if (trade.trade === null || paid.trade !== null || !isOpposite(trade, paid)) return false
    return Math.abs(a.at - b.at) <= settledWithinMs && sizeOf(trade) === magnitude(moneyOf(paid))
  }
  return onlyPairs(rows, fits).map(([a, b]) => (a.trade === null ? [[b], [a]] : [[a], [b]]))
}
