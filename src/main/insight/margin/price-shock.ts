import { add, decimalOf, multiply, parseDecimal, zero, type Decimal } from '../../../shared/decimal.ts'
import type { PriceShock } from '../../../shared/model/margin.ts'
import { micOf } from '../market/market-data-permission.ts'
import type { MarginRow } from './margin-positions.ts'

/** The moves that concern a position, in percent, and the shocks that they come from. */
export interface PositionMove {
  readonly pricePercent: Decimal
  readonly currencyPercent: Decimal
  /** What an amount is multiplied by. */
  readonly factor: Decimal
  readonly shocks: readonly PriceShock[]
}

const one = decimalOf(1)
const hundredth = parseDecimal('0.01') ?? zero

/** 1 + percent / 100, exactly. */
const factorOf = (percent: Decimal): Decimal => add(one, multiply(percent, hundredth))

/**
 * Of the shocks of a price the narrowest applies: instrument, type, market, all; of two alike the last. That of the currency
 * comes on top, except for the currency of the account, `own`, in which everything is measured.
 */
export function moveOf(
  row: Pick<MarginRow, 'symbol' | 'type' | 'currency'>,
  shocks: readonly PriceShock[],
  own: string,
): PositionMove {
  const price = narrowest(row, shocks)
  const currency = currencyShock(row.currency, shocks, own)
  const [pricePercent, currencyPercent] = [price?.percent ?? zero, currency?.percent ?? zero]
  return {
    pricePercent,
    currencyPercent,
    factor: multiply(factorOf(pricePercent), factorOf(currencyPercent)),
    shocks: [price, currency].filter((shock) => shock !== undefined),
  }
}

/** The shock of a currency to that of the account. */
export const currencyShock = (
  currency: string | null,
  shocks: readonly PriceShock[],
  own: string,
): PriceShock | undefined =>
  currency === own ? undefined : shocks.findLast(({ by, key }) => by === 'currency' && key === currency)

/** What cash in a currency changes by. */
export const changeOf = (amount: Decimal, shock: PriceShock | undefined): Decimal =>
  shock === undefined ? zero : multiply(amount, multiply(shock.percent, hundredth))

function narrowest(
  { symbol, type }: Pick<MarginRow, 'symbol' | 'type'>,
  shocks: readonly PriceShock[],
): PriceShock | undefined {
  const last = (by: PriceShock['by'], key: string | null) =>
    shocks.findLast((shock) => shock.by === by && shock.key === key)
  return last('instrument', symbol) ?? last('type', type) ?? last('market', micOf(symbol)) ?? last('all', null)
}
