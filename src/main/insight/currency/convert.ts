import { add, multiply, sign, sum, type Decimal } from '../../../shared/decimal.ts'
import type { ConvertedSum, NotConverted } from '../../../shared/model/currency.ts'
import type { Part } from '../portfolio/position-value.ts'
import type { RateResult } from './rate.ts'
import type { EquitySpan } from '../portfolio/curves.ts'
import type { HeldRow } from '../portfolio/position-rows.ts'

/** A target currency and the rates to it. */
export interface Conversion {
  readonly currency: string
  /** The rate of one unit of a currency; not called for the target itself. */
  rateOf(currency: string): RateResult
}

/** The exact amount in the target currency; `null` without a rate, or where amount or currency are unknown. Zero needs no rate. */
export function convert(amount: Decimal | null, currency: string | null, to: Conversion): Decimal | null {
  if (amount === null || currency === to.currency) return amount
  if (sign(amount) === 0) return amount
  if (currency === null || currency === '') return null
  const found = to.rateOf(currency)
  return 'rate' in found ? multiply(amount, found.rate.rate) : null
}

/**
 * Adds named amounts in the target currency, exactly: amounts are added by currency and then multiplied by its rate. What has
 * no rate stays beside the sum, by currency; amounts of unknown currency stay apart from each other.
 */
export function convertParts(parts: readonly Part[], to: Conversion): ConvertedSum {
  const known = parts.flatMap(({ amount, currency, name }) =>
    amount === null ? [] : [{ amount, currency: currency ?? '', name }],
  )
  const converted: ConvertedSum['parts'] = []
  const rates: ConvertedSum['rates'] = []
  const notConverted: NotConverted[] = []
  for (const [currency, members] of Map.groupBy(known, (part) => part.currency)) {
    if (currency === '') {
      notConverted.push(...members.map(unknownCurrency).filter(({ amount }) => sign(amount) !== 0))
      continue
    }
    const amount = sum(members.map((part) => part.amount))
    const found = currency === to.currency ? null : to.rateOf(currency)
    if (found === null || sign(amount) === 0) converted.push({ currency, amount, converted: amount })
    else if ('rate' in found) {
      rates.push(found.rate)
      converted.push({ currency, amount, converted: multiply(amount, found.rate.rate) })
    } else notConverted.push({ currency, amount, problem: found.problem, names: namesOf(members) })
  }
  return {
    currency: to.currency,
    amount: converted.length === 0 ? null : converted.map((part) => part.converted).reduce(add),
    parts: converted,
    rates,
    notConverted,
    missing: namesOf(parts.filter(({ amount }) => amount === null)),
  }
}

const unknownCurrency = ({ amount, name }: { readonly amount: Decimal; readonly name: string }): NotConverted => ({
  currency: '',
  amount,
  problem: 'unknown-currency',
  names: [name],
})

const namesOf = (parts: readonly { readonly name: string }[]): string[] => [...new Set(parts.map(({ name }) => name))]

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

/**
 * The one currency that all of these are in, as a target that needs no rates; `null` for none or several. Unknown currencies,
 * `null` or `''`, have no say.
 */
export function soleConversion(currencies: readonly (string | null)[]): Conversion | null {
  const [currency, ...more] = new Set(currencies.flatMap((code) => (code === null || code === '' ? [] : [code])))
  if (currency === undefined || more.length > 0) return null
  return { currency, rateOf: () => ({ problem: 'no-instrument', symbol: null }) }
}

/** Adds the figures in the target currency to each row. */
export const convertRows = (rows: readonly HeldRow[], to: Conversion): HeldRow[] =>
  rows.map((row) => ({
    ...row,
    valueInBase: convert(row.value, row.currency, to),
    dayInBase: convert(row.dailyPnl, row.currency, to),
    unrealizedInBase: convert(row.unrealizedPnl, row.currency, to),
  }))
