import { dayMs, hourMs } from '#shared/durations.ts'
import { nthWeekday, partsOf, type Day } from '../values/day.ts'
import { defineInstrument, type Instrument } from './instrument.ts'

const futureLetters = 'FGHJKMNQUVXZ'
const callLetters = 'ABCDEFGHIJKL'
const putLetters = 'MNOPQRSTUVWX'

/** Quarterly expiries (third Thursdays) from one day to another. */
export function quarterlyExpiries(from: Day, to: Day): readonly Day[] {
  const expiries: Day[] = []
  for (let year = partsOf(from).year; year <= partsOf(to).year; year++) {
    for (const month of [3, 6, 9, 12]) {
      const day = nthWeekday(year, month, 4, 3)
      if (day >= from && day <= to) expiries.push(day)
    }
  }
  return expiries
}

/** Monthly expiries: the third given weekdays from one day to another. */
export function monthlyExpiries(weekday: number, from: Day, to: Day): readonly Day[] {
  const { year, month } = partsOf(from)
  return Array.from({ length: Math.ceil((to - from) / 28) + 2 }, (_, index) => {
    const months = month - 1 + index
    return nthWeekday(year + Math.floor(months / 12), (months % 12) + 1, weekday, 3)
  }).filter((day) => day >= from && day <= to)
}

/** Expiries of every week from one day to another. */
export const weeklyExpiries = (weekday: number, from: Day, to: Day): readonly Day[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter(
    (day) => (((day + 4) % 7) + 7) % 7 === weekday,
  )

/** The future of one quarter. `factor` is the price of one contract divided by the price of the underlying. */
export function defineFuture(
  code: string,
  name: string,
  underlying: Instrument,
  factor: number,
  expiresOn: Day,
): Instrument {
  const { year, month } = partsOf(expiresOn)
  return defineInstrument({
    ticker: `${code}${futureLetters[month - 1]}${year % 10}`,
    mic: 'RTSX',
    board: 'FUT',
    type: 'FUTURES',
    name: `${name}-${month}.${String(year % 100).padStart(2, '0')}`,
    currency: 'RUB',
    basePrice: underlying.basePrice * factor,
    volatility: underlying.volatility,
    dailyVolume: 180_000,
    decimals: 0,
    minStep: 1,
    // The day's core session ends at 18:50 in Moscow.
    endsAt: expiresOn * dayMs + 15.8 * hourMs,
    future: { underlying, factor, expiresOn },
  })
}

/** What all contracts of an option chain have in common. */
export interface ChainShape {
  readonly code: string
  readonly underlying: Instrument
  readonly mic: string
  readonly root: string
  readonly contractSize: number
}

/** Thirteen strikes around a price, at a step that fits the price. */
export function strikesAround(price: number): readonly number[] {
  const rough = price * 0.025
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= rough) ?? rough
  const middle = Math.round(price / step)
  return Array.from({ length: 13 }, (_, index) => Number(((middle + index - 6) * step).toFixed(4))).filter(
    (strike) => strike > 0,
  )
}

/** One option of a chain. */
export function defineOption(chain: ChainShape, expiresOn: Day, strike: number, kind: 'CALL' | 'PUT'): Instrument {
  const { underlying, mic, root, contractSize } = chain
  return defineInstrument({
    ticker: optionTicker(chain, expiresOn, strike, kind),
    mic,
    board: mic === 'RTSX' ? 'OPT' : '',
    type: 'OPTIONS',
    name: `${underlying.ticker} ${strike} ${kind} ${new Date(expiresOn * dayMs).toISOString().slice(0, 10)}`,
    currency: underlying.currency,
    basePrice: underlying.basePrice / 30,
    volatility: underlying.volatility,
    dailyVolume: 900,
    ...optionStep(underlying.basePrice),
    endsAt: expiresOn * dayMs + (mic === 'RTSX' ? 15.8 : 20) * hourMs,
    option: { underlying, kind, strike, root, expiresOn, contractSize },
  })
}

const optionStep = (price: number) =>
  price > 10_000 ? { decimals: 0, minStep: 1 } : { decimals: 2, minStep: price > 1000 ? 10 : 1 }

function optionTicker({ code, mic, root }: ChainShape, expiresOn: Day, strike: number, kind: 'CALL' | 'PUT'): string {
  const { year, month, day } = partsOf(expiresOn)
  if (mic === 'OPRA') {
    const date = [year % 100, month, day].map((part) => String(part).padStart(2, '0')).join('')
    return `${code}${date}${kind[0]}${String(Math.round(strike * 1000)).padStart(8, '0')}`
  }
  const letters = kind === 'CALL' ? callLetters : putLetters
  const week = root.endsWith('-W') ? 'ABCDE'[Math.floor((day - 1) / 7)] : ''
  return `${code}${strike}C${letters[month - 1]}${year % 10}${week}`
}
