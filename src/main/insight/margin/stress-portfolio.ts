import { add, decimalOf, divide, multiply, sign, subtract, sum, type Decimal } from '#shared/decimal.ts'
import type { NotCovered, PortfolioStress, PriceShock } from '#shared/model/margin.ts'
import type { Money } from '#shared/model/values.ts'
import { convert, type Conversion } from '../currency/convert.ts'
import type { MarginRow } from './margin-positions.ts'
import { changeOf, currencyShock, moveOf } from './price-shock.ts'
import { ratesOf } from './stress-margin.ts'

/** The content of a portfolio, and the shocks. `cash` has one amount for each currency. */
export interface PortfolioGiven {
  readonly rows: readonly Omit<MarginRow, 'maintenanceMargin'>[]
  readonly cash: readonly Money[]
  /** The equity of each account with its currency, `null` where they are unknown. */
  readonly equities: readonly {
    readonly accountId: string
    readonly amount: Decimal | null
    readonly currency: string | null
  }[]
  readonly to: Conversion | null
  readonly shocks: readonly PriceShock[]
}

const hundred = decimalOf(100)
const percentPlaces = 2

/**
 * The change of positions and cash of all accounts by shocks, exact, in the currency of `to`: Σ value × (factor − 1).
 * Options and futures do not move in proportion to a price: they stay as they are, and are named. Source: analytics, "Margin
 * and stress".
 */
export function stressPortfolio({ rows, cash, equities, to, shocks }: PortfolioGiven): PortfolioStress {
  const instruments = [...new Map(rows.map((row) => [row.symbol, row])).values()]
  const choices = instruments.map(({ symbol, name, type, currency }) => ({ symbol, name, type, currency }))
  if (to === null) return { ...nothingAdded, instruments: choices, touched: shocks.map(() => 0) }
  const valued = rows.map((row) => ({ row, value: convert(row.value, row.currency, to) }))
  const left = valued.map(({ row, value }) => ({ row, reason: whyNotCovered(row, value) }))
  const moves = valued.flatMap(({ row, value }) => {
    if (value === null || whyNotCovered(row, value) !== null) return []
    const { factor, shocks: from } = moveOf(row, shocks, to.currency)
    return [{ value, change: subtract(multiply(value, factor), value), from }]
  })
  const held = cash.filter(({ amount }) => sign(amount) !== 0)
  const money = held.flatMap(({ amount, currency }) => {
    const value = convert(amount, currency, to)
    const shock = currencyShock(currency, shocks, to.currency)
    return value === null ? [] : [{ value, change: changeOf(value, shock), from: shock === undefined ? [] : [shock] }]
  })
  const parts = [...moves, ...money]
  const change = parts.length === 0 && rows.length + held.length > 0 ? null : sum(parts.map((part) => part.change))
  const known = equities.map((one) => ({ ...one, equity: equityIn(one, to) }))
  const withoutEquity = known.flatMap(({ accountId, equity }) => (equity === null ? [accountId] : []))
  // A sum of some accounts is not the equity.
  const isComplete = known.length > 0 && withoutEquity.length === 0
  const equity = isComplete ? sum(known.flatMap((one) => one.equity ?? [])) : null
  return {
    currency: to.currency,
    equity,
    change,
    withoutEquity,
    equityAfter: equity === null || change === null ? null : add(equity, change),
    percent: percentOf(change, equity),
    movedValue: sum(parts.flatMap(({ value, from }) => (from.length === 0 ? [] : [value]))),
    touched: shocks.map((shock) => parts.filter(({ from }) => from.includes(shock)).length),
    instruments: choices,
    notCovered: left.flatMap(({ row, reason }) => (reason === null ? [] : [{ name: row.name ?? row.symbol, reason }])),
    cashNotCovered: held
      .filter(({ amount, currency }) => convert(amount, currency, to) === null)
      .map(({ currency }) => currency),
    rates: ratesOf(
      [...rows, ...held, ...equities].map(({ currency }) => currency),
      to,
    ),
  }
}

const nothingAdded = {
  currency: null,
  equity: null,
  equityAfter: null,
  change: null,
  percent: null,
  movedValue: decimalOf(0),
  notCovered: [],
  cashNotCovered: [],
  rates: [],
  withoutEquity: [],
}

function whyNotCovered(row: PortfolioGiven['rows'][number], value: Decimal | null): NotCovered | null {
  if (row.type === 'OPTIONS') return 'option'
  if (row.type === 'FUTURES') return 'future'
  if (row.value === null) return 'value-unknown'
  if (row.currency === null) return 'currency-unknown'
  return value === null ? 'no-rate' : null
}

const equityIn = ({ amount, currency }: PortfolioGiven['equities'][number], to: Conversion): Decimal | null =>
  currency === null ? null : convert(amount, currency, to)

function percentOf(change: Decimal | null, equity: Decimal | null): Decimal | null {
  if (change === null || equity === null || sign(equity) <= 0) return null
  return divide(multiply(change, hundred), equity, percentPlaces)
}
