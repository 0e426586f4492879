import { sum, type Decimal } from '../../../shared/decimal.ts'
import type { PartialSum } from '../../../shared/model/portfolio.ts'
import type { Money } from '../../../shared/model/values.ts'

/** Adds amounts by currency, exactly, in the order of first appearance. Amounts of unknown currency, `''`, come last and stay apart. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const known = amounts.filter(({ currency }) => currency !== '')
  const totals = [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: sum(own.map(({ amount }) => amount)),
  }))
  return [...totals, ...amounts.filter(({ currency }) => currency === '')]
}

/** A named amount; amount and currency may be unknown. */
export interface Part {
  readonly name: string
  readonly amount: Decimal | null
  readonly currency: string | null
}

/** Adds the amounts by currency, and names those whose amount or currency is unknown. */
export function sumParts(parts: readonly Part[]): PartialSum {
  const known = parts.flatMap(({ amount, currency }) => (amount === null || !currency ? [] : [{ currency, amount }]))
  return {
    amounts: sumByCurrency(known),
    missing: parts.filter(({ amount, currency }) => amount === null || !currency).map((part) => part.name),
  }
}

/** Joins several sums: amounts by currency, each missing name once. */
export function joinSums(sums: readonly PartialSum[]): PartialSum {
  return {
    amounts: sumByCurrency(sums.flatMap((sum) => sum.amounts)),
    missing: [...new Set(sums.flatMap((sum) => sum.missing))],
  }
}
