import { dayMs } from '../../../../shared/durations.ts'
import type { KnownDay } from '../../../../shared/model/app/settings.ts'
import { toNumber } from '../../../../shared/decimal.ts'
import { maxPriceAgeMs } from '../../../insight/history/past-equity.ts'
import { dueMs } from '../../../insight/history/repayments-due.ts'
import { faceAt, type PastPrice, type PricedInstrument } from '../../../insight/history/past-price.ts'
import { lentPieces, owedFor } from '../../../insight/ledger/lent-pieces.ts'
import type { HoldingPoint } from '../../../insight/ledger/series/holding-sums.ts'
import type { Factors } from '../../../insight/performance/figures.ts'
import type { CashReader } from './cash-period.ts'
import type { ScopeReader } from './scope.ts'
import type { MoneyStep } from './piece-flows.ts'
import type { DueRepayments } from '../due-repayments.ts'

interface DailyQuestion {
  readonly scope: ScopeReader
  readonly from: number
  readonly to: number
  /** Rates to the currency of the values; amounts without a rate are not included. */
  readonly factors: Factors
  /** `null` for a scope of instruments. */
  readonly cash: CashReader | null
  readonly knownDay: Pick<KnownDay, 'maxPriceAgeDays' | 'minPricedPercent'>
  /** Money that is not in the cash but belongs to the scope. */
  readonly apart: readonly MoneyStep[]
}

/** The value of a scope at its beginning and at the end of each day; `null` where it is not known. */
export interface DailyValues {
  readonly values: (number | null)[]
  /** For each day, 1 if an instrument was held or moved, otherwise 0. */
  readonly hasPieces: Uint8Array
}

const unit = 1e18

/** Relative differences below this are rounding errors of floats. */
const roundingShare = 1e-12

/** The value of a scope at its beginning and at the end of each day, as far as it is known. */
export function* dailyValues(question: DailyQuestion): Generator<void, DailyValues> {
  const { scope, from, to, cash, knownDay } = question
  const days = new DailyTotals(from, Math.round((to - from) / dayMs))
  if (cash !== null) addCash(days, question, cash)
  for (const [symbol, { all }] of scope.at(to)) {
    if (!scope.instrumentOf(symbol).facts.isFuture && all.length > 0) addInstrument(days, question, symbol)
    yield
  }
  return { values: days.knownValues(knownDay.minPricedPercent / 100), hasPieces: days.hasPieces }
}

/** Floats for each day: the known value, the part of it with a recent price, and the number of unknown values. */
class DailyTotals {
  readonly from: number
  readonly count: number
  readonly total: Float64Array
  readonly size: Float64Array
  readonly fresh: Float64Array
  readonly unknown: Uint32Array
  readonly hasPieces: Uint8Array

  constructor(from: number, count: number) {
    this.from = from
    this.count = count
    this.total = new Float64Array(count + 1)
    this.size = new Float64Array(count + 1)
    this.fresh = new Float64Array(count + 1)
    this.unknown = new Uint32Array(count + 1)
    this.hasPieces = new Uint8Array(count)
  }

  /** Pieces held at an end of a day are held on the days before and after it. */
  hold(index: number): void {
    if (index > 0) this.hasPieces[index - 1] = 1
    this.hasPieces[index] = 1
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
      const total = this.total[index] ?? 0
      if (!isKnown) return null
      // What parts of opposite signs leave by rounding is no value.
      return Math.abs(total) <= size * roundingShare ? 0 : total
    })
  }
}

function addCash(days: DailyTotals, { from, to, factors, apart }: DailyQuestion, cash: CashReader): void {
  const held = cash.before(from)
  const steps = apart.map(({ at, ...money }) => ({ day: Math.floor(at / dayMs), ...money }))
  const moved = Map.groupBy([...cash.daily(from, to), ...steps], ({ day }) => day - from / dayMs)
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
  const due = new Map<number, DueRepayments>()
  for (const account of scope.allAccounts) {
    const point = scope.pointOf(account, symbol, from)
    if (point !== null) points.set(account, point)
    const opened = scope.accounts.includes(account) ? scope.dueRepayments(account, symbol, from, to) : null
    if (opened !== null) due.set(account, opened)
  }
  const changes = scope.allAccounts
    .flatMap((account) => scope.entries(account, symbol, from, to).map((entry) => ({ account, entry })))
    .sort((a, b) => a.entry.step.at - b.entry.step.at)
  const dayOf = (at: number): number => Math.floor((at - from) / dayMs)
  const events = instrument.facts.amortizations.flatMap(({ at }) => [at, at + dueMs])
  const others = [...scope.lineOf(symbol).map(({ at }) => at), ...events].filter((at) => at >= from && at < to)
  const boundaries = [...new Set([...changes.map(({ entry }) => entry.step.at), ...others].map((at) => dayOf(at) + 1))]
  boundaries.sort((a, b) => a - b)
  let next = 0
  for (const [place, first] of [0, ...boundaries].entries()) {
    const at = from + first * dayMs
    for (let change = changes[next]; change !== undefined && change.entry.step.at < at; change = changes[++next]) {
      points.set(change.account, change.entry.point)
      due.get(change.account)?.add(change.entry)
      if (scope.accounts.includes(change.account)) days.hasPieces[dayOf(change.entry.step.at)] = 1
    }
    const lent = scope.accounts.flatMap((account) => scope.lentBefore(account, symbol, at))
    const present = scope.accounts.reduce((total, account) => total + (points.get(account)?.quantity ?? 0n), 0n)
    const quantity = present - lentPieces(lent)
    const owed = [...due.values()].reduce((total, each) => total + each.amountBefore(at), 0n)
    if (quantity === 0n && owed === 0n) continue
    const forLent = [...owedFor(lent)].reduce((total, [currency, amount]) => {
      const rate = factors.get(currency)
      return rate === undefined ? total : total + (Number(amount) / unit) * toNumber(rate)
    }, 0)
    const price = quantity === 0n ? null : scope.priceBefore(symbol, [...points.values()], at)
    const isRepaid = quantity === 0n || faceAt(instrument, at - 1) === 0n
    const value = isRepaid ? 0 : price === null ? null : floatValue(quantity, price, instrument, at)
    const end = boundaries[place] ?? days.count + 1
    const factor = factors.get((isRepaid ? instrument.currency : price?.currency) ?? '')
    for (let index = first; index < end; index++) {
      if (quantity !== 0n) days.hold(index)
      const ageMs = isRepaid ? 0 : price === null ? Infinity : from + index * dayMs - price.at
      if (value === null || ageMs > maxPriceAgeMs) days.unknown[index] = (days.unknown[index] ?? 0) + 1
      else if (factor !== undefined)
        days.add(index, (value + Number(owed) / unit) * toNumber(factor) - forLent, ageMs <= freshMs)
    }
  }
}

function floatValue(quantity: bigint, price: PastPrice, instrument: PricedInstrument, at: number): number | null {
  const each = Number(price.numerator) / Number(price.denominator)
  if (!price.isPercent) return (Number(quantity) / unit) * each
  const face = faceAt(instrument, at - 1)
  return face === null ? null : ((Number(quantity) / unit) * each * (Number(face) / unit)) / 100
}
