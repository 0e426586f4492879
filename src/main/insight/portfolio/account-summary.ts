import { sum, zero, type Decimal, subtract } from '#shared/decimal.ts'
import { hasMarket } from '#shared/has-market.ts'
import type { Account, Position } from '#shared/model/account.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { AccountSummary, Margin } from '#shared/model/portfolio.ts'
import { parseUnits } from '../lots/units.ts'
import { sumParts, valuePosition } from './position-value.ts'

/**
 * Adds the signed pieces of positions of one instrument, in units of 10⁻¹⁸; 0 without positions, `null` if a quantity
 * is not known.
 */
export const piecesOfPositions = (positions: readonly { readonly quantity: Decimal | null }[]): bigint | null =>
  positions.reduce<bigint | null>((total, { quantity }) => {
    const units = quantity === null ? null : parseUnits(quantity)
    return total === null || units === null ? null : total + units
  }, 0n)

/**
 * Returns a function that gives the quantity of an instrument over all accounts, in signed pieces. It is `null` if one
 * of `accountIds` has not been read or a quantity is not known: then even zero is uncertain.
 */
export function heldQuantities(
  accounts: readonly Account[],
  accountIds: readonly string[],
): (symbol: string) => Decimal | null {
  const isComplete = accounts.length > 0 && accountIds.every((id) => accounts.some((account) => account.id === id))
  const quantities = new Map<string, (Decimal | null)[]>()
  for (const { symbol, quantity } of accounts.flatMap(({ positions }) => positions))
    quantities.set(symbol, [...(quantities.get(symbol) ?? []), quantity])
  return (symbol) => {
    const quantitiesHeld = quantities.get(symbol) ?? [zero]
    const known = quantitiesHeld.filter((quantity) => quantity !== null)
    return isComplete && known.length === quantitiesHeld.length ? sum(known) : null
  }
}

/** Reference data by symbol. */
export type DetailsBySymbol = ReadonlyMap<string, InstrumentDetails>

/** Returns the positions whose quantity is not zero, or is not known. The service keeps sold positions in its list for a while. */
export const heldPositions = (account: Account): readonly Position[] =>
  statedPositions(account).filter((position) => position.quantity !== '0')

/** Returns all positions. For one without a market the service sends zeros as its price and profit, which are unknown. */
export const statedPositions = (account: Account): readonly Position[] =>
  account.positions.map((position) =>
    hasMarket(position.symbol) ? position : { ...position, ...withoutZeros(position) },
  )

const withoutZeros = ({ currentPrice, dailyPnl, unrealizedPnl }: Position) => ({
  currentPrice: currentPrice === zero ? null : currentPrice,
  dailyPnl: dailyPnl === zero ? null : dailyPnl,
  unrealizedPnl: unrealizedPnl === zero ? null : unrealizedPnl,
})

/**
 * A summary without `staleAt`, which depends on markets and windows, and without the currency of its equity, which
 * depends on rates.
 */
export type SummarizedAccount = Omit<AccountSummary, 'staleAt' | 'equityCurrency'>

/**
 * Summarizes an account with the figures that the service reports; the day's profit is the sum over its positions, by
 * currency. `fetchedAt` in UTC ms.
 */
export function summarizeAccount(account: Account, fetchedAt: number, details: DetailsBySymbol): SummarizedAccount {
  const held = heldPositions(account)
  return {
    id: account.id,
    type: account.type,
    status: account.status,
    equity: account.equity,
    unrealizedProfit: account.unrealizedProfit,
    dailyPnl: sumParts(
      held.map((position) => ({
        name: position.symbol,
        amount: position.dailyPnl,
        currency: valuePosition(position, details.get(position.symbol) ?? null).currency,
      })),
    ),
    cash: account.cash,
    margin: marginOf(account),
    positionCount: held.length,
    fetchedAt,
  }
}

/** The margin figures of the account's portfolio; `distance` is equity − maintenance margin. */
function marginOf({ portfolio, equity }: Account): Margin | null {
  if (portfolio === null || portfolio.kind === 'mct') return null
  if (portfolio.kind === 'forts') {
    return { available: portfolio.availableCash, initial: portfolio.moneyReserved, maintenance: null, distance: null }
  }
  const { availableCash, initialMargin, maintenanceMargin } = portfolio
  return {
    available: availableCash,
    initial: initialMargin,
    maintenance: maintenanceMargin,
    distance: equity === null || maintenanceMargin === null ? null : subtract(equity, maintenanceMargin),
  }
}

/** Adds the values exactly; `null` for an empty list or if one value is not known. */
export function sumAllOrNone(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sum(known)
}
