import { divide, multiply, type Decimal } from '../../../shared/decimal.ts'
import type { Position } from '../../../shared/model/account.ts'
import type { InstrumentDetails } from '../../../shared/model/instrument.ts'

/** The value of a position, or why it is unknown. */
export interface PositionValue {
  /** Market value, signed, in `currency`. */
  readonly value: Decimal | null
  readonly currency: string | null
  /** The formula of the value, or what is missing. */
  readonly note: string
  /** The prices are in percent of the face value. */
  readonly isPercentOfFace: boolean
}

const hundred = '100' as Decimal
/** Types with the value quantity × price; other types, such as swaps and spreads, may have another formula. */
const pricedPerPiece: readonly string[] = ['EQUITIES', 'FUNDS', 'CURRENCIES']

/**
 * Values a position at the service's current price.
 * Shares, funds and currencies: quantity × price. Bonds: quantity × price % × face value, without accrued interest.
 * Options: quantity × price × contract size. Futures have a margin, not a value.
 * Source: field notes, "What the figures mean". The value is `null` when a factor is unknown.
 */
export function valuePosition(
  position: Pick<Position, 'quantity' | 'currentPrice'>,
  details: InstrumentDetails | null,
): PositionValue {
  const isPercentOfFace = details?.type === 'BONDS'
  const unknown = (note: string, currency: string | null = null): PositionValue => ({
    value: null,
    currency,
    note,
    isPercentOfFace,
  })
  if (details === null) return unknown('The reference data has not been loaded yet')
  // The value of a bond is in the currency of its face value, also when the value is unknown.
  const currency = (isPercentOfFace ? details.faceCurrency : null) ?? details.quoteCurrency
  const { quantity, currentPrice } = position
  if (details.type === 'FUTURES') return unknown('A future has a margin, not a value', currency)
  if (quantity === null || currentPrice === null) return unknown('The service states no price or quantity', currency)
  const atPrice = multiply(quantity, currentPrice)
  if (isPercentOfFace) {
    if (details.faceValue === null) return unknown('The face value is unknown', currency)
    const value = divide(multiply(atPrice, details.faceValue), hundred)
    return {
      value,
      currency: details.faceCurrency ?? currency,
      note: 'Quantity × price % × face value',
      isPercentOfFace,
    }
  }
  if (details.type === 'OPTIONS') {
    if (details.contractSize === null) return unknown('The contract size is unknown', currency)
    return {
      value: multiply(atPrice, details.contractSize),
      currency,
      note: 'Quantity × price × contract size',
      isPercentOfFace,
    }
  }
  if (!pricedPerPiece.includes(details.type)) return unknown('There is no formula for the value of this type', currency)
  return { value: atPrice, currency, note: 'Quantity × price', isPercentOfFace }
}
