import type { AccountFlow } from '#main/insight/history/external-flow.ts'
import { faceAt, type PricedInstrument } from '#main/insight/history/past-price.ts'
import { noSums, sumNames, type HoldingPoint, type HoldingSums } from '#main/insight/ledger/series/holding-sums.ts'
import type { Amounts, InstrumentPeriod } from '#main/insight/performance/period-parts.ts'
import { valueAt } from '#main/insight/performance/price-before.ts'
import type { Differences } from '../differences.ts'
import type { ScopeFlows } from './piece-flows.ts'
import type { InstrumentAt, ScopeReader } from './scope-reader.ts'

/** The instruments of a scope at one end of a period (UTC ms), with their values. */
export interface ScopeAt {
  readonly at: number
  readonly instruments: ReadonlyMap<string, InstrumentAt>
  /** By symbol; `null` if the value is not known. An instrument that is not held has the value zero. */
  readonly values: ReadonlyMap<string, ValueAt>
}

export type PriceSource = 'recorded-quote' | 'own-trade'

export interface ValueAt {
  readonly amounts: Amounts | null
  /** The part of the value that the service states in addition to the rows. */
  readonly difference: Amounts
  readonly currency: string | null
  readonly priceAt: number | null
  /** Where the price comes from. */
  readonly priceSource: PriceSource | null
}

/** Values the holdings of a scope before a time (UTC ms). */
export function valueScope(scope: ScopeReader, at: number, differences: Differences): ScopeAt {
  const instruments = scope.at(at)
  // The service may state a figure for an instrument without rows.
  for (const symbol of differences.priced)
    if (scope.isIncluded(symbol) && !instruments.has(symbol)) instruments.set(symbol, { own: [], all: [] })
  const values = new Map<string, ValueAt>()
  for (const [symbol, instrument] of instruments)
    values.set(symbol, valueInstrument(scope, symbol, instrument, at, differences))
  return { at, instruments, values }
}

/** The value of an instrument before a time (UTC ms), including pieces that the service states in addition to the rows. */
export function valueInstrument(
  scope: ScopeReader,
  symbol: string,
  { own, all }: InstrumentAt,
  at: number,
  differences: Differences,
): ValueAt {
  const instrument = scope.instrumentOf(symbol)
  const held = own.filter(({ quantity }) => quantity !== 0n)
  const currency = currencyOf(instrument, own)
  const nothing = { amounts: none, difference: none, currency, priceAt: null, priceSource: null }
  if (instrument.facts.isFuture) return nothing
  const more = differences.pieces(symbol, at)
  if (more === null) return { ...nothing, amounts: null }
  const due = scope.dueBefore(symbol, at)
  const amounts = new Map<string, bigint>(
    due === 0n || instrument.currency === null ? [] : [[instrument.currency, due]],
  )
  for (const [code, owed] of scope.owedBefore(symbol, at)) amounts.set(code, (amounts.get(code) ?? 0n) - owed)
  // Nothing is left of a bond that is repaid as a whole, so that it needs no price.
  const isRepaid = faceAt(instrument, at - 1) === 0n
  if ((held.length === 0 || isRepaid) && more === 0n) return { ...nothing, amounts }
  const price = scope.priceBefore(symbol, all, at)
  const difference = new Map<string, bigint>()
  for (const quantity of [...held.map((point) => point.quantity), ...(more === 0n ? [] : [more])]) {
    const value = valueAt(quantity, price, instrument, at)
    if (value === null) return { ...nothing, amounts: null }
    amounts.set(value.currency, (amounts.get(value.currency) ?? 0n) + value.amount)
    if (more !== 0n) difference.set(value.currency, value.amount)
  }
  const isRecorded = price !== null && scope.recordedBefore(symbol, at)?.at === price.at
  return {
    amounts,
    difference,
    currency: price?.currency ?? currency,
    priceAt: price?.at ?? null,
    priceSource: price === null ? null : isRecorded ? 'recorded-quote' : 'own-trade',
  }
}

const none: Amounts = new Map()

const currencyOf = (instrument: PricedInstrument, own: readonly HoldingPoint[]): string | null =>
  instrument.currency ?? own.find((point) => point.currency !== null)?.currency ?? null

/** An instrument of a scope at one end of a period. */
export interface InstrumentEnd {
  readonly own: readonly HoldingPoint[]
  readonly value: ValueAt
}

/** The changes of each instrument from one end of the period to the other. Instruments without a change are left out. */
export function instrumentPeriods(begin: ScopeAt, end: ScopeAt, flows: ScopeFlows): InstrumentPeriod[] {
  const at = ({ instruments, values }: ScopeAt, symbol: string): InstrumentEnd | null => {
    const [instrument, value] = [instruments.get(symbol), values.get(symbol)]
    return instrument === undefined || value === undefined ? null : { own: instrument.own, value }
  }
  const ofSymbol = flowsBySymbol(flows)
  return [...end.instruments.keys()].flatMap(
    (symbol) => instrumentPeriod(symbol, at(begin, symbol), at(end, symbol), ofSymbol(symbol)) ?? [],
  )
}

/** The flows of pieces of each instrument. */
export function flowsBySymbol(flows: ScopeFlows) {
  const pieces = Map.groupBy(flows.pieces, (each) => each.symbol)
  const unexplained = Map.groupBy(flows.unexplained, (each) => each.symbol)
  return (symbol: string) => ({
    flows: sumValues(pieces.get(symbol) ?? []),
    unexplained: sumValues(unexplained.get(symbol) ?? []),
  })
}

/** The changes of one instrument; `null` if there are none. */
export function instrumentPeriod(
  symbol: string,
  begin: InstrumentEnd | null,
  end: InstrumentEnd | null,
  flows: Pick<InstrumentPeriod, 'flows' | 'unexplained'>,
): InstrumentPeriod | null {
  const moved = movedBetween(begin?.own ?? [], end?.own ?? [])
  const isNothing = [begin, end].every((each) => each === null || each.value.amounts?.size === 0)
  if (isNothing && moved.length === 0 && !isTraded(begin?.own ?? [], end?.own ?? [])) return null
  return {
    symbol,
    begin: begin === null ? new Map() : begin.value.amounts,
    end: end === null ? new Map() : end.value.amounts,
    difference: end?.value.difference ?? none,
    currency: end?.value.currency ?? begin?.value.currency ?? null,
    moved,
    ...flows,
    unknownClosed: closed(end?.own ?? []) - closed(begin?.own ?? []),
  }
}

/** Whether there is a trade between two times. The sums of a purchase and a sale at the same price are all zero. */
function isTraded(before: readonly HoldingPoint[], after: readonly HoldingPoint[]): boolean {
  const known = new Set(before.map(({ lastTrade }) => lastTrade?.at))
  return after.some(({ lastTrade }) => lastTrade !== null && !known.has(lastTrade.at))
}

const closed = (points: readonly HoldingPoint[]): bigint =>
  points.reduce((total, point) => total + point.unknownClosed, 0n)

/** The later sums of all accounts minus the earlier ones. Equal sums are left out. */
function movedBetween(before: readonly HoldingPoint[], after: readonly HoldingPoint[]): HoldingSums[] {
  const moved = new Map<string, { -readonly [K in keyof HoldingSums]: HoldingSums[K] }>()
  const add = (points: readonly HoldingPoint[], times: 1n | -1n): void => {
    for (const sums of points.flatMap((point) => point.sums)) {
      const total = moved.get(sums.currency) ?? { currency: sums.currency, ...noSums }
      moved.set(sums.currency, total)
      for (const name of sumNames) if (sums[name] !== 0n) total[name] += times * sums[name]
    }
  }
  add(after, 1n)
  add(before, -1n)
  return [...moved.values()].filter((sums) => sumNames.some((name) => sums[name] !== 0n))
}

/** `null` if the value of one of them is not known. */
function sumValues(flows: readonly AccountFlow[]): Amounts | null {
  const amounts = new Map<string, bigint>()
  for (const { value } of flows) {
    if (value === null) return null
    amounts.set(value.currency, (amounts.get(value.currency) ?? 0n) + value.amount)
  }
  return amounts
}
