import { dayMs } from '../../../../shared/durations.ts'
import type { KnownDay } from '../../../../shared/model/app/settings.ts'
import { toNumber } from '../../../../shared/decimal.ts'
import { maxPriceAgeMs } from '../../../insight/history/past-equity.ts'
import { faceAt, type PastPrice, type PricedInstrument } from '../../../insight/history/past-price.ts'
import type { HoldingPoint } from '../../../insight/ledger/series/holding-sums.ts'
import type { Factors } from '../../../insight/performance/figures.ts'
import type { CashReader } from './cash-period.ts'
import type { ScopeReader } from './scope.ts'

interface DailyQuestion {
  readonly scope: ScopeReader
  readonly from: number
  readonly to: number
  /** Rates to the currency of the values; amounts without a rate are not included. */
  readonly factors: Factors
  /** `null` for a scope of instruments. */
  readonly cash: CashReader | null
  readonly knownDay: KnownDay
}

const unit = 1e18

/** The value of a scope at its beginning and at the end of each day, as far as it is known. */
export function* dailyValues(question: DailyQuestion): Generator<void, (number | null)[]> {
  const { scope, from, to, cash, knownDay } = question
  const days = new DailyTotals(from, Math.round((to - from) / dayMs))
  if (cash !== null) addCash(days, question, cash)
  for (const [symbol, { all }] of scope.at(to)) {
    if (!scope.instrumentOf(symbol).facts.isFuture && all.length > 0) addInstrument(days, question, symbol)
    yield
  }
  return days.knownValues(knownDay.minPricedPercent / 100)
}

/** Floats for each day: the known value, the part of it with a recent price, and the number of unknown values. */
class DailyTotals {
  readonly from: number
  readonly count: number
  readonly total: Float64Array
  readonly size: Float64Array
  readonly fresh: Float64Array
  readonly unknown: Uint32Array

  constructor(from: number, count: number) {
    this.from = from
    this.count = count
    this.total = new Float64Array(count + 1)
    this.size = new Float64Array(count + 1)
    this.fresh = new Float64Array(count + 1)
    this.unknown = new Uint32Array(count + 1)
  }

  add(index: number, amount: number, isFresh: boolean): void {
    this.total[index] = (this.total[index] ?? 0) + amount
    this.size[index] = (this.size[index] ?? 0) + Math.abs(amount)
    if (isFresh) this.fresh[index] = (this.fresh[index] ?? 0) + Math.abs(amount)
  }

  /** The value of each day of which at least this share has a recent price. */
  knownValues(minShare: number): (number | null)[] {
    return Array.from({ length: this.count + 1 }, (_, index) => {
      const size = this.size[index] ?? 0
      const isKnown = this.unknown[index] === 0 && (this.fresh[index] ?? 0) >= size * minShare
      return isKnown ? (this.total[index] ?? 0) : null
    })
  }
}

function addCash(days: DailyTotals, { from, to, factors }: DailyQuestion, cash: CashReader): void {
  const held = cash.before(from)
  const moved = Map.groupBy(cash.daily(from, to), ({ day }) => day - from / dayMs)
  for (let index = 0; index <= days.count; index++) {
    for (const { currency, amount } of moved.get(index - 1) ?? [])
      held.set(currency, (held.get(currency) ?? 0n) + amount)
    for (const [currency, amount] of held) {
      const factor = factors.get(currency)
      if (factor !== undefined && amount !== 0n) days.add(index, (Number(amount) / unit) * toNumber(factor), true)
    }
  }
}

/** The value is constant between two changes of pieces, price or face value; only the age of the price grows. */
function addInstrument(days: DailyTotals, question: DailyQuestion, symbol: string): void {
  const { scope, from, to, factors, knownDay } = question
  const freshMs = knownDay.maxPriceAgeDays * dayMs
  const instrument = scope.instrumentOf(symbol)
  const points = new Map<number, HoldingPoint>()
  for (const account of scope.allAccounts) {
    const point = scope.pointOf(account, symbol, from)
    if (point !== null) points.set(account, point)
  }
  const changes = scope.allAccounts
    .flatMap((account) =>
      scope.entries(account, symbol, from, to).map(({ point, step }) => ({ account, point, at: step.at })),
    )
    .sort((a, b) => a.at - b.at)
  const line = scope.lineOf(symbol)
  const others = [...line.map(({ at }) => at), ...instrument.facts.amortizations.map(({ at }) => at)].filter(
    (at) => at >= from && at < to,
  )
  const boundaries = [
    ...new Set([...changes.map(({ at }) => at), ...others].map((at) => Math.floor((at - from) / dayMs) + 1)),
  ]
  boundaries.sort((a, b) => a - b)
  let next = 0
  for (const [place, first] of [0, ...boundaries].entries()) {
    const at = from + first * dayMs
    for (let change = changes[next]; change !== undefined && change.at < at; change = changes[++next])
      points.set(change.account, change.point)
    const quantity = scope.accounts.reduce((total, account) => total + (points.get(account)?.quantity ?? 0n), 0n)
    if (quantity === 0n) continue
    const price = scope.priceBefore(symbol, [...points.values()], at)
    const value = price === null ? null : floatValue(quantity, price, instrument, at)
    const end = boundaries[place] ?? days.count + 1
    const factor = price === null ? undefined : factors.get(price.currency)
    for (let index = first; index < end; index++) {
      const ageMs = price === null ? Infinity : from + index * dayMs - price.at
      if (value === null || ageMs > maxPriceAgeMs) days.unknown[index] = (days.unknown[index] ?? 0) + 1
      else if (factor !== undefined) days.add(index, value * toNumber(factor), ageMs <= freshMs)
    }
  }
}

function floatValue(quantity: bigint, price: PastPrice, instrument: PricedInstrument, at: number): number | null {
  const each = Number(price.numerator) / Number(price.denominator)
  if (!price.isPercent) return (Number(quantity) / unit) * each
  const face = faceAt(instrument, at - 1)
  return face === null ? null : ((Number(quantity) / unit) * each * (Number(face) / unit)) / 100
}
