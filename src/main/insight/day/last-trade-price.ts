import { tradedPrice, type PastPrice, type PricedInstrument } from '../history/past-price.ts'
import type { HoldingPoint } from '../ledger/series/state.ts'
import { magnitude } from '../lots/units.ts'

/** What the last own trade of a holding says about the value of a piece now; `null` where it says nothing any more. */
export function lastTradePrice(
  { lastTrade, repaidAt }: Pick<HoldingPoint, 'lastTrade' | 'repaidAt'>,
  symbol: string,
  instrument: PricedInstrument,
): PastPrice | null {
  if (lastTrade === null) return null
  const { at, pieces, price, cost, currency, split } = lastTrade
  const found = tradedPrice(
    {
      ...{ id: '', at, kind: pieces > 0n ? 'buy' : 'sell', name: '', symbol, currency, changeQuantity: pieces },
      // A cost is what was paid, without accrued interest.
      ...{ money: cost === null ? null : -cost, trade: { size: magnitude(pieces), price, accruedInterest: null } },
    },
    pieces,
    instrument,
  )
  // A price that is not in percent of the face is void after a repayment.
  if (found === null || (!found.isPercent && repaidAt !== null && repaidAt >= at)) return null
  if (split === null) return found
  return { ...found, numerator: found.numerator * split.before, denominator: found.denominator * split.after }
}
