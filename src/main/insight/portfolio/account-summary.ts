import { subtract, sum, type Decimal } from '../../shared/decimal.ts'
import type { Account, Position } from '../../shared/model/account.ts'
import type { InstrumentDetails } from '../../shared/model/instrument.ts'
import type { AccountSummary, Margin } from '../../shared/model/portfolio.ts'
import { sumParts } from './partial-sum.ts'
import { valuePosition } from './position-value.ts'

export type DetailsBySymbol = ReadonlyMap<string, InstrumentDetails>

/** Positions of a quantity other than zero; the service keeps sold ones for a while. An unknown quantity stays. */
export const heldPositions = (account: Account): readonly Position[] =>
  account.positions.filter((position) => position.quantity !== '0')

/** All but how old it may be: that is the reader's to tell. */
export type SummarizedAccount = Omit<AccountSummary, 'staleAt'>

/** An account's own figures, as stated, with the day's profit added up from its positions by currency. */
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

/** Margin figures of the portfolio that the account carries; `distance` is equity minus maintenance margin. */
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

/** The exact sum, or `null` when there is nothing to add or one of the figures is unknown. */
export function sumAllOrNone(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sum(known)
}
