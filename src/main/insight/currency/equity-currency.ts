import {
  absolute,
  compare,
  divide,
  multiply,
  parseDecimal,
  sign,
  subtract,
  zero,
  type Decimal,
} from '#shared/decimal.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { Account } from '#shared/model/account.ts'
import type { EquityCurrency } from '#shared/model/currency.ts'
import type { Money } from '#shared/model/values.ts'
import { heldPositions, type DetailsBySymbol } from '../portfolio/account-summary.ts'
import { valuePosition } from '../portfolio/position-value.ts'
import { convertParts, type Conversion } from './convert.ts'

/** Lists the known currencies of cash and positions, the most frequent first. */
export function currenciesInUse(accounts: readonly Account[], details: DetailsBySymbol): string[] {
  const codes = accounts.flatMap((account) => [
    ...account.cash.filter(({ amount }) => amount !== '0').map(({ currency }) => currency),
    ...heldPositions(account).map((position) => valuePosition(position, details.get(position.symbol) ?? null).currency),
  ])
  const known = codes.flatMap((code) => (code === null || code === '' ? [] : [code]))
  return [...Map.groupBy(known, (code) => code)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .map(([code]) => code)
}

/** The largest difference between the equity and the sum of positions and cash, as a fraction of the equity. */
const tolerance = parseDecimal('0.001') ?? zero
const crossPlaces = 24

/**
 * Lists the parts of an account's equity: its cash, the value of its positions, and the unrealized profit of its
 * futures, which have no value. `null` if an amount or a currency is not known. A position without a market never has one: it is
 * left out, and its currency is found only if the rest adds up to the equity.
 */
export function equityParts(account: Account, details: DetailsBySymbol): Money[] | null {
  const held = heldPositions(account).filter(({ symbol }) => hasMarket(symbol))
  const positions = held.map((position) => {
    const known = details.get(position.symbol) ?? null
    const { value, currency } = valuePosition(position, known)
    return { amount: known?.type === 'FUTURES' ? position.unrealizedPnl : value, currency }
  })
  const parts = [...account.cash, ...positions].flatMap(({ amount, currency }) =>
    amount === null || currency === null || currency === '' ? [] : [{ amount, currency }],
  )
  return parts.length < account.cash.length + positions.length ? null : parts
}

/**
 * Finds the currency in which the parts add up to the equity, within 0.1 %; `null` if there is none or more than one,
 * or if a rate is missing. `to` has the rates to one currency; rates to others are quotients of these.
 */
export function inferCurrency(
  equity: Decimal | null,
  parts: readonly Money[] | null,
  currencies: readonly string[],
  to: Conversion | null,
): string | null {
  if (equity === null || parts === null || parts.length === 0 || sign(equity) === 0) return null
  const limit = multiply(absolute(equity), tolerance)
  const fits = currencies.filter((currency) => {
    const total = sumIn(currency, parts, to)
    return total !== null && compare(absolute(subtract(total, equity)), limit) <= 0
  })
  return fits.length === 1 ? (fits[0] ?? null) : null
}

/** The sum of the parts in one currency; `null` if a rate is missing. */
function sumIn(currency: string, parts: readonly Money[], to: Conversion | null): Decimal | null {
  const needsRates = parts.some((part) => part.currency !== currency && sign(part.amount) !== 0)
  const conversion = to !== null && needsRates ? to : { currency, rateOf: () => noRate }
  const { amount, notConverted } = convertParts(
    parts.map((part) => ({ ...part, name: '' })),
    conversion,
  )
  if (amount === null || notConverted.length > 0 || conversion.currency === currency) {
    return notConverted.length > 0 ? null : amount
  }
  const found = conversion.rateOf(currency)
  return 'rate' in found ? divide(amount, found.rate.rate, crossPlaces) : null
}

const noRate = { problem: 'no-instrument', symbol: null } as const

/**
 * Returns the common currency of the equity of several accounts; `null` if one is not known or they differ. Accounts
 * without equity are ignored. `inferred` if one of them is inferred.
 */
export function soleCurrency(
  accounts: readonly { readonly equity: Decimal | null; readonly equityCurrency: EquityCurrency | null }[],
): EquityCurrency | null {
  const stated = accounts.filter(({ equity }) => equity !== zero).map(({ equityCurrency }) => equityCurrency)
  const known = stated.filter((currency) => currency !== null)
  const [first] = known
  if (first === undefined || known.length < stated.length) return null
  if (known.some(({ currency }) => currency !== first.currency)) return null
  return { currency: first.currency, inferred: known.some(({ inferred }) => inferred) }
}
