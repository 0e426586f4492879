import { add, multiply, sign, sum, type Decimal } from '#shared/decimal.ts'
import type { ConvertedSum, NotConverted } from '#shared/model/currency.ts'
import type { EquitySpan } from '../portfolio/curves.ts'
import type { HeldRow } from '../portfolio/position-rows.ts'
import type { Part } from '../portfolio/position-value.ts'
import type { RateResult } from './rate.ts'

/** A target currency and the rates to it. */
export interface Conversion {
  readonly currency: string
  /** The rate of one unit of a currency in the target currency; not called for the target itself. */
  rateOf(currency: string): RateResult
}

/**
 * Converts an amount exactly to the target currency; `null` without a rate, or if amount or currency are not known.
 * Zero needs no rate.
 */
export function convert(amount: Decimal | null, currency: string | null, to: Conversion): Decimal | null {
  if (amount === null || currency === to.currency) return amount
  if (sign(amount) === 0) return amount
  if (currency === null || currency === '') return null
  const found = to.rateOf(currency)
  return 'rate' in found ? multiply(amount, found.rate.rate) : null
}

/**
 * Adds named amounts in the target currency, exactly: amounts are added by currency and then multiplied by the rate.
 * Amounts without a rate are listed by currency in `notConverted`; amounts of unknown currency are listed one by one.
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
  // The code of a currency as a name says nothing here.
  names: name === '' ? [] : [name],
})

const namesOf = (parts: readonly { readonly name: string }[]): string[] => [...new Set(parts.map(({ name }) => name))]

/**
 * Converts a recorded curve to the target currency, each span at the rate of its start. A span without a rate at its
 * start is left out; if its end has a rate, that point is kept. A later rate would be wrong, so the gap shows that the
 * value is not known.
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
 * Returns the single currency of all amounts as a target that needs no rates; `null` if there is none or several.
 * Unknown currencies (`null` or `''`) are ignored.
 */
export function soleConversion(currencies: readonly (string | null)[]): Conversion | null {
  const [currency, ...more] = new Set(currencies.flatMap((code) => (code === null || code === '' ? [] : [code])))
  if (currency === undefined || more.length > 0) return null
  return { currency, rateOf: () => ({ problem: 'no-instrument', symbol: null }) }
}

/** Adds value, day's profit and unrealized profit in the target currency to each row. */
export const convertRows = (rows: readonly HeldRow[], to: Conversion): HeldRow[] =>
  rows.map((row) => ({
    ...row,
    valueInBase: convert(row.value, row.currency, to),
    dayInBase: convert(row.dailyPnl, row.currency, to),
    unrealizedInBase: convert(row.unrealizedPnl, row.currency, to),
  }))
