import { z } from 'zod'
import { MarginHistory, MarginStress, PortfolioStress, PriceShock, ShockSet } from '../model/margin.ts'
import { AccountId, Instant } from '../model/values.ts'
import { nothing, request } from './request.ts'

/** The distance to a margin call: now, after assumed price moves, and as recorded. */
export const marginRequests = {
  'margin.stress': request(
    z.strictObject({ accountId: AccountId, shocks: z.array(PriceShock).max(100) }),
    MarginStress,
  ),
  /** The effect of the same moves on one account or on all accounts, with and without margin, in the base currency. */
  'margin.portfolio': request(
    z.strictObject({ accountId: AccountId.nullable(), shocks: z.array(PriceShock).max(100) }),
    PortfolioStress,
  ),
  'margin.history': request(z.strictObject({ accountId: AccountId, from: Instant }), MarginHistory),
  /** The saved sets of shocks, by name. */
  'shockSets.list': request(nothing, z.array(ShockSet)),
  /** Creates a set (`id` of `null`) or replaces one. */
  'shockSets.save': request(ShockSet.extend({ id: ShockSet.shape.id.nullable() }).strict(), ShockSet),
  'shockSets.remove': request(z.strictObject({ id: ShockSet.shape.id }), nothing),
}
