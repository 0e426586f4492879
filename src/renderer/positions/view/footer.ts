import { sum } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PortfolioWhole } from '#shared/model/portfolio.ts'
import type { KnownSum, Subtotal } from './grouping.ts'
import { sumLines, type SumLine } from './lines.ts'

const nothing: KnownSum = { amount: null, missing: 0 }
const knownSum = (amount: KnownSum['amount']): KnownSum => ({ amount, missing: amount === null ? 1 : 0 })

/** Cash as sum lines: in the base currency first, if there is one, then by currency. Cash has no profit. */
export function cashLines({ cash }: PortfolioWhole, base: string | null): SumLine[] {
  const held = cash.filter(({ amount }) => amount !== '0')
  const byCurrency = held.map(({ currency, amount, inWhole, weight }): Subtotal => {
    const value = currency === '' ? knownSum(null) : knownSum(amount)
    return { ...cashSum(currency, weight), value, valueInBase: knownSum(base === null ? null : inWhole) }
  })
  if (base === null || byCurrency.length < 2) return markCash(byCurrency)
  const known = held.map(({ inWhole }) => inWhole).filter((amount) => amount !== null)
  const value = { amount: known.length === 0 ? null : sum(known), missing: held.length - known.length }
  const weights = held.flatMap(({ weight }) => weight ?? [])
  const weight = weights.length === 0 ? null : weights.reduce((a, b) => a + b, 0)
  return markCash([{ ...cashSum(base, weight), value, valueInBase: value }, ...byCurrency])
}

const markCash = (sums: readonly Subtotal[]): SumLine[] =>
  sumLines('cash', m.common_cash(), sums).map((line) => ({ ...line, isCash: true }))
const cashSum = (currency: string, weight: number | null) => ({
  currency,
  weight,
  count: 1,
  cost: nothing,
  dailyPnl: nothing,
  unrealizedPnl: nothing,
})

/**
 * The lines below the table: cash and totals. If they are folded and there is a base currency, only those in the base
 * currency; without one, only the totals.
 */
export function footerLines(
  totals: readonly SumLine[],
  cash: readonly SumLine[],
  base: string | null,
  isUnfolded: boolean,
): readonly SumLine[] {
  if (isUnfolded) return [...cash, ...totals]
  return base === null
    ? totals.length === 1
      ? [...cash.slice(0, 1), ...totals]
      : totals
    : [...cash.slice(0, 1), ...totals.slice(0, 1)]
}
