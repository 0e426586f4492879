import { maxPriceAgeMs } from '#main/insight/history/past-equity.ts'
import { faceAt, type PastPrice, type PricedInstrument } from '#main/insight/history/past-price.ts'
import { dueMs } from '#main/insight/history/repayments-due.ts'
import { lentPieces, owedFor, type LentPieces } from '#main/insight/ledger/lent-pieces.ts'
import type { HoldingPoint } from '#main/insight/ledger/series/holding-sums.ts'
import type { Factors } from '#main/insight/performance/figures.ts'
import { toNumber } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { KnownDay } from '#shared/model/app/settings.ts'
import type { DueRepayments } from '../due-repayments.ts'
import type { CashReader } from './cash-period.ts'
import type { MoneyStep } from './piece-flows.ts'
import type { ScopeReader } from './scope-reader.ts'

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

  /** Pieces held at the ends of these days are held on the days before and after them. */
  hold(first: number, end: number): void {
    this.hasPieces.fill(1, Math.max(0, first - 1), end)
  }

  /** Adds an amount to the ends of the days from `first` to before `end`; its price is recent before `freshEnd`. */
  add(amount: number, first: number, end: number, freshEnd: number): void {
    const size = Math.abs(amount)
    for (let index = first; index < end; index++) {
      this.total[index] = (this.total[index] ?? 0) + amount
      this.size[index] = (this.size[index] ?? 0) + size
      if (index < freshEnd) this.fresh[index] = (this.fresh[index] ?? 0) + size
    }
  }

  addUnknown(first: number, end: number): void {
    for (let index = first; index < end; index++) this.unknown[index] = (this.unknown[index] ?? 0) + 1
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
      if (factor === undefined || amount === 0n) continue
      days.add((Number(amount) / unit) * toNumber(factor), index, index + 1, index + 1)
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
    let quantity = -lentPieces(lent)
    for (const account of scope.accounts) quantity += points.get(account)?.quantity ?? 0n
    let owed = 0n
    for (const each of due.values()) owed += each.amountBefore(at)
    if (quantity === 0n && owed === 0n) continue
    const price = quantity === 0n ? null : scope.priceBefore(symbol, [...points.values()], at)
    const isRepaid = quantity === 0n || faceAt(instrument, at - 1) === 0n
    const value = isRepaid ? 0 : price === null ? null : floatValue(quantity, price, instrument, at)
    const end = boundaries[place] ?? days.count + 1
    // Face value that is repaid needs no price.
    const pricedAt = isRepaid ? Infinity : (price?.at ?? -Infinity)
    /** The first day at whose end the price is older than this. */
    const endOf = (ageMs: number): number =>
      Math.min(end, Math.max(first, Math.floor((pricedAt + ageMs - from) / dayMs) + 1))
    const knownEnd = value === null ? first : endOf(maxPriceAgeMs)
    if (quantity !== 0n) days.hold(first, end)
    days.addUnknown(knownEnd, end)
    const factor = factors.get((isRepaid ? instrument.currency : price?.currency) ?? '')
    if (value === null || factor === undefined) continue
    const amount = (value + Number(owed) / unit) * toNumber(factor) - owedForLent(lent, factors)
    days.add(amount, first, knownEnd, endOf(freshMs))
  }
}

/** The money that is owed for lent pieces, as far as its currencies have rates. */
function owedForLent(lent: readonly LentPieces[], factors: Factors): number {
  if (lent.length === 0) return 0
  return [...owedFor(lent)].reduce((total, [currency, amount]) => {
    const rate = factors.get(currency)
    return rate === undefined ? total : total + (Number(amount) / unit) * toNumber(rate)
  }, 0)
}

function floatValue(quantity: bigint, price: PastPrice, instrument: PricedInstrument, at: number): number | null {
  const each = Number(price.numerator) / Number(price.denominator)
  if (!price.isPercent) return (Number(quantity) / unit) * each
  const face = faceAt(instrument, at - 1)
  return face === null ? null : ((Number(quantity) / unit) * each * (Number(face) / unit)) / 100
}
