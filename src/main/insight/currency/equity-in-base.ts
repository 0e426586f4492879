import type { EquitySpan } from '../portfolio/equity-curve.ts'
import { convert, type Conversion } from './convert.ts'

/**
 * A recorded curve in the target currency, each span at the rate of its start. A span without a rate of that time is
 * left out, but for its end where that has one: a later rate would be wrong, and a gap says that it is unknown.
 */
export const convertCurve = (
  spans: readonly EquitySpan[],
  currency: string,
  rateAt: (at: number) => Conversion,
): EquitySpan[] =>
  spans.flatMap(({ at, until, equity }) => {
    const converted = convert(equity, currency, rateAt(at))
    if (converted !== null) return [{ at, until, equity: converted }]
    const atEnd = convert(equity, currency, rateAt(until))
    return atEnd === null ? [] : [{ at: until, until, equity: atEnd }]
  })
