import { dayMs } from '../../../shared/durations.ts'
import { multiply, type Decimal } from '../../../shared/decimal.ts'
import type { EquityCurve } from '../../../shared/model/ledger/portfolio-curves.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { Conversion } from '../currency/convert.ts'
import { sumByCurrency } from '../portfolio/position-value.ts'
import type { DerivedPast } from './past-price.ts'
import { addParts, netDeposits, type DerivedEquity } from './equity-history.ts'
import { maxPriceAgeMs } from './past-equity.ts'

/** The derived past in one currency; `null`: there is none that everything has. */
interface ConvertedPast extends Pick<EquityCurve, 'currency' | 'deposits' | 'notDerived'> {
  readonly moments: readonly DerivedEquity[]
}

interface Target {
  /** The currency of the recorded equity; `null` while it is unknown. */
  readonly recordedIn: string | null
  readonly hasRecord: boolean
  readonly base: string | null
  /** The rates to the base currency as they were recorded at a time (UTC ms) or before it; `null` without a base currency. */
  readonly rateAt: ((at: number) => Conversion) | null
}

/** The past of accounts of which nothing could be read. */
export const nothingDerived: ConvertedPast = { currency: null, moments: [], deposits: null, notDerived: null }

/**
 * The past in the currency of the record, at rates of each time; without a record in the base currency, or in the one that
 * all parts have. A worth of which a part has no rate is not known; flows without one are not converted and stay beside the others.
 */
export function convertPast(past: DerivedPast, target: Target): ConvertedPast {
  if (!past.isWhole) return { ...nothingDerived, notDerived: { reason: 'not-loaded' } }
  const currency = target.recordedIn ?? (target.hasRecord ? null : (target.base ?? soleCurrencyOf(past)))
  const moments = past.moments.map(({ at, parts, oldestPriceAt }): DerivedEquity => {
    const { convert, oldestAt } = converterAt(at, currency, target)
    const equity = parts === null ? null : addParts(parts, convert)
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
    ...{ currency, moments },
    deposits:
      depositsIn === null
        ? null
        : {
            ...{ currency: depositsIn, notConverted },
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

function reasonOf({ isCertain, inDoubt }: DerivedPast, moments: readonly DerivedEquity[]): EquityCurve['notDerived'] {
  if (inDoubt.length > 0) return { reason: 'differs', names: inDoubt }
  const hasNone = moments.length > 0 && moments.every(({ equity }) => equity === null)
  return isCertain && hasNone ? { reason: 'no-value' } : null
}

function soleCurrencyOf({ moments, flows }: DerivedPast): string | null {
  const all = new Set([...moments.flatMap(({ parts }) => parts ?? []), ...flows].map(({ currency }) => currency))
  const [only] = all
  return all.size === 1 && only !== undefined ? only : null
}

/** The currency of most days with flows: no other one is known yet. */
function mainCurrencyOf({ flows }: DerivedPast): string | null {
  const groups = [...Map.groupBy(flows, ({ currency }) => currency)]
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

/** Deposits from a time (UTC ms) on: what came in before it counts from it on. */
export function depositsFrom<T extends { readonly at: number }>(points: readonly T[], from: number): T[] {
  const first = points.findLastIndex(({ at }) => at <= from)
  return points.slice(Math.max(0, first)).map((point) => ({ ...point, at: Math.max(point.at, from) }))
}
