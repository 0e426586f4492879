import type { AccountFlow } from '../../../insight/history/external-flow.ts'
import type { PricedInstrument } from '../../../insight/history/past-price.ts'
import { noSums, sumNames, type HoldingPoint, type HoldingSums } from '../../../insight/ledger/series/state.ts'
import type { Amounts, InstrumentPeriod } from '../../../insight/performance/period.ts'
import { valueAt } from '../../../insight/performance/price-before.ts'
import type { InstrumentAt, ScopeReader } from './scope.ts'
import type { ScopeFlows } from './piece-flows.ts'

/** The instruments of a scope at one end of a period (UTC ms), with their values. */
export interface ScopeAt {
  readonly at: number
  readonly instruments: ReadonlyMap<string, InstrumentAt>
  /** By symbol; `null` where the value is not known. Nothing held is worth nothing. */
  readonly values: ReadonlyMap<string, ValueAt>
}

interface ValueAt {
  readonly amounts: Amounts | null
  readonly currency: string | null
  readonly priceAt: number | null
}

/** Values the holdings of a scope before a time (UTC ms). Instruments in doubt have no known value. */
export function valueScope(
  scope: ScopeReader,
  at: number,
  inDoubt: ReadonlySet<string>,
  given = scope.at(at),
): ScopeAt {
  const values = new Map<string, ValueAt>()
  for (const [symbol, instrument] of given) values.set(symbol, valueOf(scope, symbol, instrument, at, inDoubt))
  return { at, instruments: given, values }
}

function valueOf(
  scope: ScopeReader,
  symbol: string,
  { own, all }: InstrumentAt,
  at: number,
  inDoubt: ReadonlySet<string>,
): ValueAt {
  const instrument = scope.instrumentOf(symbol)
  const held = own.filter(({ quantity }) => quantity !== 0n)
  const currency = currencyOf(instrument, own)
  const nothing = { amounts: new Map<string, bigint>(), currency, priceAt: null }
  if (instrument.facts.isFuture) return nothing
  if (inDoubt.has(symbol)) return { amounts: null, currency, priceAt: null }
  if (held.length === 0) return nothing
  const price = scope.priceBefore(symbol, all, at)
  const amounts = new Map<string, bigint>()
  for (const { quantity } of held) {
    const value = valueAt(quantity, price, instrument, at)
    if (value === null) return { amounts: null, currency, priceAt: null }
    amounts.set(value.currency, (amounts.get(value.currency) ?? 0n) + value.amount)
  }
  return { amounts, currency: price?.currency ?? currency, priceAt: price?.at ?? null }
}

const currencyOf = (instrument: PricedInstrument, own: readonly HoldingPoint[]): string | null =>
  instrument.currency ?? own.find((point) => point.currency !== null)?.currency ?? null

/** What happened to each instrument from one end to the other; those to which nothing did are left out. */
export function instrumentPeriods(begin: ScopeAt, end: ScopeAt, flows: ScopeFlows): InstrumentPeriod[] {
  const [pieces, unexplained] = [flows.pieces, flows.unexplained].map((list) =>
    Map.groupBy(list, (each) => each.symbol),
  )
  return [...end.instruments].flatMap(([symbol, { own }]) => {
    const before = begin.instruments.get(symbol)?.own ?? []
    const [from, to] = [begin.values.get(symbol), end.values.get(symbol)]
    const moved = movedBetween(before, own)
    const isIdle = moved.length === 0 && [from, to].every((value) => value?.amounts?.size === 0 || value === undefined)
    if (isIdle) return []
    return {
      symbol,
      begin: from === undefined ? new Map() : from.amounts,
      end: to === undefined ? new Map() : to.amounts,
      currency: to?.currency ?? from?.currency ?? null,
      moved,
      flows: worthOf(pieces?.get(symbol) ?? []),
      unexplained: worthOf(unexplained?.get(symbol) ?? []),
      unknownClosed: closed(own) - closed(before),
    }
  })
}

const closed = (points: readonly HoldingPoint[]): bigint =>
  points.reduce((total, point) => total + point.unknownClosed, 0n)

/** The sums of all accounts, later less before; those without a difference are left out. */
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

/** `null` where the value of one of them is not known. */
function worthOf(flows: readonly AccountFlow[]): Amounts | null {
  const amounts = new Map<string, bigint>()
  for (const { worth } of flows) {
    if (worth === null) return null
    amounts.set(worth.currency, (amounts.get(worth.currency) ?? 0n) + worth.amount)
  }
  return amounts
}
