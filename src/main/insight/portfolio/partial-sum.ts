import { add, type Decimal } from '../../shared/decimal.ts'
import type { PartialSum } from '../../shared/model/portfolio.ts'
import type { Money } from '../../shared/model/values.ts'

/** Adds amounts by currency, exactly; order of first appearance. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const totals = new Map<string, Decimal>()
  for (const { currency, amount } of amounts) {
    const before = totals.get(currency)
    totals.set(currency, before === undefined ? amount : add(before, amount))
  }
  return [...totals].map(([currency, amount]) => ({ currency, amount }))
}

/** A figure of something named, whose amount or currency may not be known. */
export interface Part {
  readonly name: string
  readonly amount: Decimal | null
  readonly currency: string | null
}

/** Adds what is known by currency and names what is not. An unknown currency is a bucket of its own, `''`. */
export function sumParts(parts: readonly Part[]): PartialSum {
  const known = parts.flatMap(({ amount, currency }) => (amount === null ? [] : [{ currency: currency ?? '', amount }]))
  return {
    amounts: sumByCurrency(known),
    missing: parts.filter((part) => part.amount === null).map((part) => part.name),
  }
}

/** One sum of several: amounts by currency, missing names once each. */
export function joinSums(sums: readonly PartialSum[]): PartialSum {
  return {
    amounts: sumByCurrency(sums.flatMap((sum) => sum.amounts)),
    missing: [...new Set(sums.flatMap((sum) => sum.missing))],
  }
}
