import { z } from 'zod'
import { BondFigures } from '../model/bond.ts'
import { EquityCurve, PositionCurve } from '../model/ledger/portfolio-curves.ts'
import { AccountSummary, Allocation, AllocationKey, Overview, PortfolioWhole, PositionRow } from '../model/portfolio.ts'
import { AccountId, Instant, InstrumentSymbol } from '../model/values.ts'
import { nothing, request } from './request.ts'

/** One account, or `null` for all accounts. */
export const AccountScope = z.strictObject({ accountId: AccountId.nullable() })

/** Accounts, positions, allocation and recorded history, from the cache. */
export const portfolioRequests = {
  'accounts.list': request(nothing, z.array(AccountSummary)),
  'overview.read': request(AccountScope, Overview),
  'positions.list': request(AccountScope, z.array(PositionRow)),
  /** The total of which the weights of `positions.list` are fractions. */
  'positions.whole': request(AccountScope, PortfolioWhole),
  /** The bonds held in the scope, or one bond, held or not. */
  'bonds.list': request(AccountScope.extend({ symbol: InstrumentSymbol.nullable() }), z.array(BondFigures)),
  'allocation.read': request(AccountScope.extend({ by: AllocationKey }), z.array(Allocation)),
  'equity.history': request(AccountScope.extend({ from: Instant }), EquityCurve),
  /** One curve for each account that held the instrument, even if it no longer does. */
  'positions.history': request(
    AccountScope.extend({ symbol: InstrumentSymbol, from: Instant }),
    z.array(PositionCurve),
  ),
}
