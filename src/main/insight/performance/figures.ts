import { add, decimalOf, multiply, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { Rate } from '#shared/model/currency.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type {
  Performance,
  PerformanceReason,
  PerformanceSums,
  Contribution,
  RemainderPart,
} from '#shared/model/ledger/performance.ts'
import { formatUnits } from '../lots/units.ts'
import type { Added, CurrencySums } from './period-parts.ts'

/** The sums of a period of which no figure is known. */
export const unknownSums: Omit<PerformanceSums, 'currency'> = {
  begin: null,
  end: null,
  netDeposits: null,
  realized: null,
  unrealized: null,
  income: null,
  fees: null,
  taxes: null,
  remainder: null,
  remainderParts: [],
}

const unknownReturns: Pick<Performance, 'xirr' | 'twr' | 'drawdown' | 'volatility' | 'coveredDays' | 'contribution'> = {
  xirr: { roots: [], reason: 'unknown-value', periodReturn: null },
  twr: null,
  drawdown: null,
  volatility: null,
  coveredDays: 0,
  contribution: [],
}

/** The performance of a scope of which no figure is known, with the reason. Times are UTC ms. */
export const unknownPerformance = (
  reason: PerformanceReason,
  { from, to, method }: { readonly from: number; readonly to: number; readonly method: LotMethod },
): Performance => ({
  coverage: reason === 'not-loaded' ? 'partial' : 'whole',
  reason,
  from,
  to,
  method,
  currency: null,
  ...unknownSums,
  ...unknownReturns,
  byCurrency: [],
  base: null,
  differing: [],
  unpriced: [],
  unknownCost: [],
})

/** Formats the sums of a period in one currency: units become decimal text. */
export function formatSums(currency: string, sums: CurrencySums): PerformanceSums {
  const remainderParts: RemainderPart[] = [...(sums.remainder ?? [])].map(([reason, { amount, symbols }]) => ({
    reason,
    amount: formatUnits(amount),
    symbols: [...symbols].sort(),
  }))
  return {
    currency,
    begin: format(sums.begin),
    end: format(sums.end),
    netDeposits: format(sums.netDeposits),
    realized: formatUnits(sums.realized),
    unrealized: format(sums.unrealized),
    income: formatUnits(sums.income),
    fees: formatUnits(sums.fees),
    taxes: formatUnits(sums.taxes),
    remainder: sums.remainder === null ? null : sum(remainderParts.map(({ amount }) => amount)),
    remainderParts,
  }
}

const format = (units: bigint | null): Decimal | null => (units === null ? null : formatUnits(units))

/** The factor from each currency to one target currency; that of the target is 1. */
export type Factors = ReadonlyMap<string, Decimal>

/** Builds the factors to `target` from rates to it. */
export const factorsOf = (target: string, rates: readonly Rate[]): Factors =>
  new Map<string, Decimal>([
    ...rates.map(({ currency, rate }) => [currency, rate] as const),
    [target, decimalOf(1)] as const,
  ])

/**
 * Adds the sums of several currencies in the target currency, each multiplied by its factor. Sums without a factor are
 * left out. A figure is `null` if it is not known in one of the currencies.
 */
export function convertSums(all: readonly PerformanceSums[], target: string, factors: Factors): PerformanceSums {
  const known = all.flatMap((sums) => {
    const factor = factors.get(sums.currency)
    return factor === undefined ? [] : [{ sums, factor }]
  })
  const total = (read: (sums: PerformanceSums) => Decimal | null): Decimal | null =>
    known.reduce<Decimal | null>((result, { sums, factor }) => {
      const amount = read(sums)
      return result === null || amount === null ? null : add(result, multiply(amount, factor))
    }, zero)
  return {
    currency: target,
    begin: total((sums) => sums.begin),
    end: total((sums) => sums.end),
    netDeposits: total((sums) => sums.netDeposits),
    realized: total((sums) => sums.realized),
    unrealized: total((sums) => sums.unrealized),
    income: total((sums) => sums.income),
    fees: total((sums) => sums.fees),
    taxes: total((sums) => sums.taxes),
    remainder: total((sums) => sums.remainder),
    remainderParts: joinParts(
      known.flatMap(({ sums, factor }) =>
        sums.remainderParts.map((part) => ({ ...part, amount: multiply(part.amount, factor) })),
      ),
    ),
  }
}

function joinParts(parts: readonly RemainderPart[]): RemainderPart[] {
  return [...Map.groupBy(parts, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    amount: sum(same.map(({ amount }) => amount)),
    symbols: [...new Set(same.flatMap(({ symbols }) => symbols))].sort(),
  }))
}

/**
 * Calculates what each instrument adds to the result in one currency, largest first. Amounts of other currencies are
 * multiplied by their factors, and left out without one. `amount` is `null` if a part of it is not known.
 */
export function contributionsOf(added: readonly Added[], factors: Factors): Contribution[] {
  const all = added.flatMap(({ symbol, amounts }): Contribution[] => {
    const converted = [...amounts].flatMap(([currency, amount]) => {
      const factor = factors.get(currency)
      return factor === undefined ? [] : [amount === null ? null : multiply(formatUnits(amount), factor)]
    })
    if (converted.length === 0 || converted.every((amount) => amount === zero)) return []
    const known = converted.filter((amount) => amount !== null)
    return [{ symbol, name: null, amount: known.length < converted.length ? null : sum(known) }]
  })
  return all.sort((a, b) => size(b) - size(a))
}

const size = ({ amount }: Contribution): number => (amount === null ? Infinity : Math.abs(Number(amount)))
