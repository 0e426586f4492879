import { multiply, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { EquityCurve } from '#shared/model/ledger/portfolio-curves.ts'
import type { Money } from '#shared/model/values.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import type { Conversion } from '../currency/convert.ts'
import { sumByCurrency } from '../portfolio/position-value.ts'
import { addParts, netDeposits, type DerivedEquity } from './equity-history.ts'
import { maxPriceAgeMs } from './past-equity.ts'
import type { DerivedPast } from './past-price.ts'

/** The derived past in one currency; `currency` is `null` if there is no currency in which all of it is known. */
interface ConvertedPast extends Pick<EquityCurve, 'currency' | 'unknownCurrency' | 'deposits' | 'notDerived'> {
  readonly moments: readonly DerivedEquity[]
}

interface Target {
  /** The currency of the recorded equity; `null` while it is not known. */
  readonly recordedIn: string | null
  readonly hasRecord: boolean
  readonly base: string | null
  /**
   * The rates to the base currency at the newest prices recorded at or before a time (UTC ms); `null` without a base
   * currency.
   */
  readonly rateAt: ((at: number) => Conversion) | null
}

/** The past of accounts whose rows could not be read. */
export const emptyConvertedPast: ConvertedPast = {
  currency: null,
  moments: [],
  unknownCurrency: [],
  deposits: null,
  notDerived: null,
}

/**
 * Converts the past to the currency of the recorded equity, at the rates of each time. Without recorded equity it is
 * the base currency, otherwise the single currency of all parts. A value is `null` if one part has no rate; money of
 * unknown currency is in no value, but in `unknownCurrency`. Flows without a rate are listed in `notConverted`. `deposits`
 * use the base currency, or that of most flows, if there is no such currency.
 */
export function convertPast(past: DerivedPast, target: Target): ConvertedPast {
  if (!past.isLoaded) return { ...emptyConvertedPast, notDerived: { reason: 'not-loaded' } }
  const currency = target.recordedIn ?? (target.hasRecord ? null : (target.base ?? soleCurrencyOf(past)))
  const moments = past.moments.map(({ at, parts, oldestPriceAt }): DerivedEquity => {
    const { convert, oldestAt } = converterAt(at, currency, target)
    const known = parts?.filter((part) => part.currency !== '') ?? null
    const equity = known === null ? null : addParts(known, convert)
    const oldest = Math.min(oldestPriceAt ?? Infinity, oldestAt())
    return { at, equity, oldestPriceAt: equity === null || oldest === Infinity ? null : oldest }
  })
  const depositsIn = currency ?? target.base ?? mainCurrencyOf(past)
  const flows = past.flows
    .map(({ at, ...money }) => ({ at, money, amount: converterAt(at + dayMs - 1, depositsIn, target).convert(money) }))
    .sort((a, b) => a.at - b.at)
  const known = flows.flatMap(({ at, amount }) => (amount === null ? [] : [{ at, amount }]))
  const notConverted = sumByCurrency(flows.flatMap(({ money, amount }) => (amount === null ? [money] : [])))
  const instants = past.moments.map(({ at }) => at)
  return {
    currency,
    moments,
    unknownCurrency: unknownMoney(past),
    deposits:
      depositsIn === null
        ? null
        : {
            currency: depositsIn,
            notConverted,
            points: netDeposits(known, instants),
            notCounted: past.notCounted,
          },
    notDerived: reasonOf(past, moments),
  }
}

function converterAt(at: number, currency: string | null, { base, rateAt }: Target) {
  let oldest = Infinity
  const rates = base !== null && base === currency ? rateAt?.(at) : undefined
  const convert = (part: Money): Decimal | null => {
    if (part.currency === currency) return part.amount
    const found = rates?.rateOf(part.currency)
    if (found === undefined || !('rate' in found) || at - found.rate.at > maxPriceAgeMs) return null
    oldest = Math.min(oldest, found.rate.at)
    return multiply(part.amount, found.rate.rate)
  }
  return { convert, oldestAt: () => oldest }
}

function reasonOf({ isCertain, differing }: DerivedPast, moments: readonly DerivedEquity[]): EquityCurve['notDerived'] {
  if (differing.length > 0) return { reason: 'differs', names: differing }
  const isAllUnknown = moments.length > 0 && moments.every(({ equity }) => equity === null)
  return isCertain && isAllUnknown ? { reason: 'no-value' } : null
}

const soleCurrencyOf = ({ moments, flows }: DerivedPast): string | null =>
  soleCurrency([...moments.flatMap(({ parts }) => parts ?? []), ...flows].map(({ currency }) => currency)) || null

/** The currency with the most days with flows, if no other currency is known. */
function mainCurrencyOf({ flows }: DerivedPast): string | null {
  const groups = [...Map.groupBy(flows, ({ currency }) => currency)].filter(([currency]) => currency !== '')
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

/** The money of unknown currency at each moment at which it is another amount than before. */
function unknownMoney({ moments }: DerivedPast): ConvertedPast['unknownCurrency'] {
  let last: Decimal = zero
  return moments.flatMap(({ at, parts }) => {
    const amount = parts === null ? last : (parts.find(({ currency }) => currency === '')?.amount ?? zero)
    if (amount === last) return []
    last = amount
    return [{ at, amount }]
  })
}

/** Cuts amounts over time to those from a time (UTC ms) on. The amount of before starts at that time. */
export function amountsFrom<T extends { readonly at: number }>(points: readonly T[], from: number): T[] {
  const first = points.findLastIndex(({ at }) => at <= from)
  return points.slice(Math.max(0, first)).map((point) => ({ ...point, at: Math.max(point.at, from) }))
}
