import { decimalOf, type Decimal } from '../../../shared/decimal.ts'
import type { InstrumentDetails } from '../../../shared/model/instrument.ts'
import type { PositionCurve } from '../../../shared/model/portfolio.ts'
import { valuePosition } from './position-value.ts'

/** A recorded position of an account from `at` until `until` (UTC ms), in signed pieces. */
interface HeldSpan {
  readonly accountId: string
  readonly at: number
  readonly until: number
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly price: Decimal | null
}

const [zero, unit] = [decimalOf(0), decimalOf(1)]

/**
 * The recorded positions of one instrument as curves, one for each account. A past value is quantity × price of that time,
 * with the reference data of today; a quantity of zero has the value zero without a price. Source: `valuePosition`.
 */
export function drawPositions(
  spans: readonly HeldSpan[],
  details: InstrumentDetails | null,
): Omit<PositionCurve, 'maxGapMs'>[] {
  const { currency, note, value } = valuePosition({ quantity: unit, currentPrice: unit }, details)
  const valueOf = ({ quantity, price }: HeldSpan): Decimal | null => {
    if (value === null) return null
    return quantity === zero ? zero : valuePosition({ quantity, currentPrice: price }, details).value
  }
  return [...Map.groupBy(spans, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    accountId,
    currency,
    valueNote: note,
    points: own.map((span) => {
      const { at, until, quantity, averagePrice, price } = span
      return { at, until, quantity, averagePrice, price, value: valueOf(span) }
    }),
  }))
}
