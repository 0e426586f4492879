import { startJobs } from '../day/running-jobs.ts'
import { maxInAnyMinute, type Arrival } from '../day/simulated-broker.ts'
import { SimulatedClock } from '../freshness/simulated-clock.ts'
import { drawInstrument, LiveMarket, type Refresh } from './live-market.ts'
import { createLiveService } from './live-service.ts'
import { pageParts, type LiveScenario } from './scenarios.ts'

const startAt = Date.UTC(2026, 2, 3, 9)
const travelMs = 50
const stepMs = 1_000
const accountIds = ['1900001', '1900002']
const mics = ['MISX', 'RTSX', 'XNGS']
/** The limit of the service, and its part outside the reserve for clicks. */
const limit = 200
const wholeMinute = 190

/** One figure of a scenario. */
export interface LiveFigure {
  readonly scenario: string
  readonly figure: string
  readonly value: number | null
  readonly unit: string
}

/** Runs a scenario with all jobs on a simulated clock. Throws if a job fails. */
export async function runLive(scenario: LiveScenario, seed: number): Promise<readonly LiveFigure[]> {
  const { listed, held, heldShown, to, openEverySeconds } = scenario
  const endAt = startAt + to * 1_000
  const symbols = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${prefix}${i + 1}@${mics[i % mics.length] ?? ''}`)
  const [watched, owned] = [symbols('W', listed), symbols('H', held)]
  const clock = new SimulatedClock(startAt)
  const instruments = [...watched, ...owned].map((symbol) => drawInstrument(symbol, seed))
  const market = new LiveMarket(instruments, seed, startAt, endAt)
  const accounts = new Map(accountIds.map((id, i) => [id, owned.filter((_, place) => place % accountIds.length === i)]))
  const historySince = Date.UTC(2020, 0, 1)
  const service = createLiveService({
    ...{ clock, market, accounts, historySince, transactionsPerDay: scenario.transactionsPerDay },
  })
  const jobs = startJobs({ clock, broker: service.broker, budget: service.budget, watched })
  const shown = [...owned.slice(0, heldShown), ...watched]
  try {
    for (let at = 0; at < to * 1_000; at += stepMs) {
      const opened = openEverySeconds === 0 ? null : watched[Math.floor(at / 1_000 / openEverySeconds) % listed]
      jobs.attention.set('window', opened === null || opened === undefined ? shown : [opened], true)
      if (opened !== null && opened !== undefined)
        jobs.instruments.follow(
          'page',
          { symbol: opened, accountId: null, parts: pageParts, chain: null, isVisible: true },
          false,
        )
      await clock.runUntil(startAt + at + stepMs)
      jobs.throwFault()
    }
  } finally {
    jobs.close()
  }
  const figures = describe(scenario, shown, service.arrivals, market, accounts)
  return figures.map(([figure, value, unit]) => ({
    scenario: scenario.name,
    figure,
    value: value === null ? null : Math.round(value * 100) / 100,
    unit,
  }))
}

type Line = readonly [figure: string, value: number | null, unit: string]

function describe(
  { from, to, openEverySeconds, heldShown }: LiveScenario,
  shown: readonly string[],
  arrivals: readonly Arrival[],
  market: LiveMarket,
  accounts: ReadonlyMap<string, readonly string[]>,
): Line[] {
  const [fromAt, endAt] = [startAt + from * 1_000, startAt + to * 1_000]
  const minutes = (to - from) / 60
  const measured = arrivals.filter(({ at }) => at >= fromAt)
  const isShown = new Set(shown)
  const isLive = ({ endpoint, symbol }: Arrival): boolean =>
    (endpoint === 'getQuote' && isShown.has(symbol ?? '')) ||
    (endpoint === 'getAccount' && heldShown > 0) ||
    (openEverySeconds > 0 && ['getOrderBook', 'getTrades'].includes(endpoint))
  const quotes = arrivals.filter(({ endpoint, symbol }) => endpoint === 'getQuote' && isShown.has(symbol ?? ''))
  const rows = refreshesOf(shown, arrivals, accounts)
  const firsts = [...rows.values()].map(([first]) => first && (first.shownAt - startAt) / 1_000)
  const quotesMeasured = quotes.filter(({ at }) => at >= fromAt).length
  const general: Line[] = [
    ['longest pause without a live request', longestGap(measured.filter(isLive), fromAt, endAt) / 1_000, 's'],
    ['share of the budget used', (measured.length / minutes / limit) * 100, '%'],
    ['quote requests for rows on screen', quotesMeasured / minutes, 'a minute'],
    ['account reads', measured.filter(({ endpoint }) => endpoint === 'getAccount').length / minutes, 'a minute'],
    ['requests in any minute, at most', maxInAnyMinute(arrivals), ''],
  ]
  if (openEverySeconds > 0)
    return [...general, ['median time to the first price', medianWait(shown, quotes, openEverySeconds), 's']]
  const robin = (perMinute: number): number =>
    market.error(roundRobin(shown, perMinute, fromAt, endAt, rows), fromAt, endAt)
  return [
    ['price of the first 20 rows', lastOf(firsts.slice(0, 20)), 's'],
    ['price of all rows', lastOf(firsts), 's'],
    ...general,
    ['oldest row', Math.max(...[...rows.values()].map((row) => oldest(row, fromAt, endAt))) / 1_000, 's'],
    ['error on screen', market.error(rows, fromAt, endAt), 'bp'],
    ['error of a round robin with as many quote requests', robin(quotesMeasured / minutes), 'bp'],
    ['error of a round robin with the whole minute', robin(wholeMinute), 'bp'],
  ]
}

const lastOf = (seconds: readonly (number | undefined)[]): number | null =>
  seconds.reduce<number | null>(
    (last, first) => (last === null || first === undefined ? null : Math.max(last, first)),
    -Infinity,
  )

/** The refreshes of each row: by its quote or, for a position, by the reading of its account. */
function refreshesOf(
  shown: readonly string[],
  arrivals: readonly Arrival[],
  accounts: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly Refresh[]> {
  const rows = new Map(shown.map((symbol): [string, Refresh[]] => [symbol, []]))
  for (const { endpoint, symbol, accountId, at } of arrivals) {
    const symbols =
      endpoint === 'getQuote' ? [symbol ?? ''] : endpoint === 'getAccount' ? (accounts.get(accountId ?? '') ?? []) : []
    for (const shown of symbols) rows.get(shown)?.push({ readAt: at, shownAt: at + travelMs })
  }
  return rows
}

/** A round robin with even spacing. It starts with the prices that are on screen when the measurement starts. */
function roundRobin(
  shown: readonly string[],
  perMinute: number,
  fromAt: number,
  endAt: number,
  rows: ReadonlyMap<string, readonly Refresh[]>,
): ReadonlyMap<string, readonly Refresh[]> {
  const everyMs = 60_000 / perMinute
  // The refreshes of the row before the measurement.
  const firstAt = fromAt === startAt ? fromAt : fromAt - everyMs * shown.length
  return new Map(
    [...rows.keys()].map((symbol, place) => {
      const refreshes: Refresh[] = []
      for (let at = firstAt + place * everyMs; at < endAt; at += everyMs * shown.length)
        refreshes.push({ readAt: at, shownAt: at + travelMs })
      return [symbol, refreshes]
    }),
  )
}

function longestGap(arrivals: readonly Arrival[], from: number, to: number): number {
  const times = [from, ...arrivals.map(({ at }) => at), to]
  return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0)
}

/** The maximum age of a row between its first price and the end. */
function oldest(refreshes: readonly Refresh[], from: number, to: number): number {
  const times = [...refreshes.map(({ shownAt }) => shownAt), to]
  return times.reduce((max, at, i) => (i > 0 && at > from ? Math.max(max, at - (times[i - 1] ?? at)) : max), 0)
}

/** The median time from opening an instrument to its first quote. */
function medianWait(shown: readonly string[], quotes: readonly Arrival[], everySeconds: number): number | null {
  const waits = shown.map((symbol, place) => {
    const openedAt = startAt + place * everySeconds * 1_000
    const first = quotes.find((quote) => quote.symbol === symbol && quote.at >= openedAt)
    return first === undefined ? Infinity : (first.at + travelMs - openedAt) / 1_000
  })
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Infinity
  return Number.isFinite(median) ? median : null
}
