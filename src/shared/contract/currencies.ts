import { z } from 'zod'
import { Currencies, CurrencyCode, PriceUnits } from '../model/currency.ts'
import { InstrumentSymbol } from '../model/values.ts'
import { nothing, request } from './request.ts'

/** The base currency, and the instruments whose prices convert amounts to it. */
export const currencyRequests = {
  'currencies.read': request(nothing, Currencies),
  /** `null`: amounts are not converted. */
  'currencies.setBase': request(z.strictObject({ currency: CurrencyCode.nullable() }), nothing),
  /**
   * `null` lets Tidemark choose the instrument. `units`: the number of units that the price is for, if the service does not
   * state it.
   */
  'currencies.setRate': request(
    z.strictObject({
      currency: CurrencyCode,
      symbol: InstrumentSymbol.nullable(),
      units: PriceUnits.nullable().optional(),
    }),
    nothing,
  ),
}
