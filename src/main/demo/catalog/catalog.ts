import { dayMs } from '#shared/durations.ts'
import { dollarFutureSeries, futureOptionSeries, futureSeries, optionSeries } from '../data/funds-currencies-indices.ts'
import { historyStart } from '../data/venues.ts'
import { dayAt, type Day } from '../values/day.ts'
import { hashText } from '../values/random.ts'
import { bondInstruments, eurobond } from './bonds.ts'
import {
  defineFuture,
  defineOption,
  monthlyExpiries,
  quarterlyExpiries,
  strikesAround,
  weeklyExpiries,
  type ChainShape,
} from './derivatives.ts'
import { spotInstruments } from './equities.ts'
import type { Instrument } from './instrument.ts'

const symbolsByType: readonly (readonly [type: Instrument['type'], count: number])[] = [
  ['INDICES', 1],
  ['EQUITIES', 5],
  ['FUNDS', 1],
  ['BONDS', 1],
  ['FUTURES', 1],
  ['CURRENCIES', 3],
]

/** A few tradable instruments of each type, for the first watchlist of a new demo profile. */
export const suggestSymbols = (catalog: Pick<Catalog, 'list'>, now: number): string[] =>
  symbolsByType.flatMap(([type, count]) =>
    catalog.list
      .filter((instrument) => instrument.type === type && !isArchived(instrument, now))
      .slice(0, count)
      .map(({ symbol }) => symbol),
  )

/** The price of a spot or future at an instant, before rounding. */
type RawPrice = (instrument: Instrument, at: number) => number

/** All instruments, by symbol and in the order of their ids. */
export class Catalog {
  /** By rising id. */
  readonly list: readonly Instrument[]
  readonly #bySymbol: ReadonlyMap<string, Instrument>
  readonly #chains = new Map<string, Instrument[]>()

  /** Lists futures and options around `now`; prices at a fixed number of days before expiry set the strikes. */
  constructor(rawPrice: RawPrice, now: number, hasDollarPapers: boolean) {
    const spots = [...spotInstruments, ...bondInstruments, ...(hasDollarPapers ? [eurobond] : [])]
    const bySymbol = new Map(spots.map((instrument) => [instrument.symbol, instrument]))
    const futuresOf = (series: typeof futureSeries) =>
      series.flatMap(([code, name, underlying, factor]) =>
        quarterlyExpiries(historyStart, dayAt(now) + 460).map((day) =>
          defineFuture(code, name, find(bySymbol, underlying), factor, day),
        ),
      )
    const inDollars = futuresOf(hasDollarPapers ? dollarFutureSeries : [])
    const futures = [...futuresOf(futureSeries), ...inDollars.map((future) => ({ ...future, currency: 'USD' }))]
    const options = [...shareChains(bySymbol), ...futureChains(futures, now)].flatMap((chain) =>
      optionsOf(chain, rawPrice, now),
    )
    this.list = assignIds([...spots, ...futures, ...options])
    this.#bySymbol = new Map(this.list.map((instrument) => [instrument.symbol, instrument]))
    for (const instrument of this.list) {
      if (instrument.option === undefined) continue
      const { symbol } = instrument.option.underlying
      const chain = this.#chains.get(symbol)
      if (chain === undefined) this.#chains.set(symbol, [instrument])
      else chain.push(instrument)
    }
  }

  find(symbol: string): Instrument | undefined {
    return this.#bySymbol.get(symbol)
  }

  /** For symbols that the demo's own data contain; throws for others. */
  get(symbol: string): Instrument {
    return find(this.#bySymbol, symbol)
  }

  /** All listed options on an instrument. */
  optionsOn(symbol: string): readonly Instrument[] {
    return this.#chains.get(symbol) ?? []
  }
}

/** Whether trading in an instrument has ended. */
export const isArchived = (instrument: Instrument, now: number): boolean =>
  instrument.endsAt !== null && instrument.endsAt <= now

function find(bySymbol: ReadonlyMap<string, Instrument>, symbol: string): Instrument {
  const instrument = bySymbol.get(symbol)
  if (instrument === undefined) throw new Error(`The demo has no ${symbol}`)
  return instrument
}

type Chain = ChainShape & { readonly weekday: number; readonly lastDay: Day }

const shareChains = (bySymbol: ReadonlyMap<string, Instrument>): readonly Chain[] =>
  optionSeries.flatMap(([code, symbol, mic, weekday, contractSize]) =>
    ['M', 'W'].map((kind) => {
      const underlying = find(bySymbol, symbol)
      return { code, underlying, mic, root: `${code}-${kind}`, contractSize, weekday, lastDay: Infinity }
    }),
  )

/** Weekly and monthly chains on the next two futures of a series. */
const futureChains = (futures: readonly Instrument[], now: number): readonly Chain[] =>
  futureOptionSeries.flatMap((code) =>
    futures
      .filter((future) => future.ticker.startsWith(code) && !isArchived(future, now))
      .slice(0, 2)
      .flatMap((underlying) =>
        ['M', 'W'].map((kind) => ({
          code,
          underlying,
          mic: 'RTSX',
          root: `${code}-${kind}`,
          contractSize: 1,
          weekday: 4,
          lastDay: underlying.future?.expiresOn ?? 0,
        })),
      ),
  )

function optionsOf(chain: Chain, rawPrice: RawPrice, now: number): readonly Instrument[] {
  const today = dayAt(now)
  // An option on a future expires in that future's quarter.
  const from = chain.lastDay === Infinity ? today - 35 : Math.max(today - 35, chain.lastDay - 90)
  const to = Math.min(today + 130, chain.lastDay)
  const monthly = monthlyExpiries(chain.weekday, from, to)
  const weekly = weeklyExpiries(chain.weekday, Math.max(from, today - 7), Math.min(to, today + 24))
  const expiries = chain.root.endsWith('-M') ? monthly : weekly.filter((day) => !monthly.includes(day))
  return expiries.flatMap((day) =>
    chainStrikes(chain, day, rawPrice).flatMap((strike) => [
      defineOption(chain, day, strike, 'CALL'),
      defineOption(chain, day, strike, 'PUT'),
    ]),
  )
}

/** The strikes of an expiry, set by the price 45 days before it: so they are the same after a restart. */
export const chainStrikes = ({ underlying }: ChainShape, expiresOn: Day, rawPrice: RawPrice): readonly number[] =>
  strikesAround(rawPrice(underlying, (expiresOn - 45) * dayMs))

/** Gives each instrument an id that depends only on its symbol, and sorts by id. */
function assignIds(instruments: readonly Instrument[]): readonly Instrument[] {
  const taken = new Set<number>()
  return instruments
    .map((instrument) => {
      let id = instrument.symbol === 'SBER@MISX' ? 3 : 100 + (hashText(29, instrument.symbol) % 90_000_000)
      while (taken.has(id)) id++
      taken.add(id)
      return { id, instrument: { ...instrument, id: String(id) } }
    })
    .sort((a, b) => a.id - b.id)
    .map(({ instrument }) => instrument)
}
