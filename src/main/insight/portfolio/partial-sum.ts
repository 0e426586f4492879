import { add, type Decimal } from '../../../shared/decimal.ts'
import type { PartialSum } from '../../../shared/model/portfolio.ts'
import type { Money } from '../../../shared/model/values.ts'

/** Adds amounts by currency, exactly, in the order of first appearance. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const totals = new Map<string, Decimal>()
  for (const { currency, amount } of amounts) {
    const before = totals.get(currency)
    totals.set(currency, before === undefined ? amount : add(before, amount))
  }
  return [...totals].map(([currency, amount]) => ({ currency, amount }))
}

/** A named amount; amount and currency may be unknown. */
export interface Part {
  readonly name: string
  readonly amount: Decimal | null
  readonly currency: string | null
}

/** Adds the known amounts by currency and names the unknown ones. An unknown currency is a currency of its own, `''`. */
export function sumParts(parts: readonly Part[]): PartialSum {
  const known = parts.flatMap(({ amount, currency }) => (amount === null ? [] : [{ currency: currency ?? '', amount }]))
  return {
    amounts: sumByCurrency(known),
    missing: parts.filter((part) => part.amount === null).map((part) => part.name),
  }
}

/** Joins several sums: amounts by currency, each missing name once. */
export function joinSums(sums: readonly PartialSum[]): PartialSum {
  return {
    amounts: sumByCurrency(sums.flatMap((sum) => sum.amounts)),
    missing: [...new Set(sums.flatMap((sum) => sum.missing))],
  }
}
