import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Timed } from '../fakes/bench/bench-figures.ts'
import { runBench } from '../fakes/bench/run-bench.ts'

const root = join(import.meta.dirname, '..', '..')
const maxMs = 120_000

test(
  'history: counts the requests for each shape of a history at each cap',
  async () => {
    const Counted = z.strictObject({
      ...{ name: z.string(), rows: z.int().positive(), requests: z.int().positive() },
      ...{ ideal: z.number().positive(), ratio: z.number().positive(), isComplete: z.literal(true) },
    })
    const counted = await runBench('history', ['--rows', '1500'], Counted)
    const shapes = ['uniform', 'market', 'bursty', 'daily', 'monthly', 'lognormal', 'sparse']
    const caps = [100, 1_000, 1_500].flatMap((cap) =>
      ['newest', 'oldest', 'any'].map((kept) => `cap ${cap}, ${kept} kept`),
    )
    expect(counted.map(({ name }) => name)).toEqual(shapes.flatMap((shape) => caps.map((cap) => `${shape}, ${cap}`)))
  },
  maxMs,
)

test(
  'search: times two walks of the list and each kind of search',
  async () => {
    const timed = await runBench('search', ['--rows', '400', '--runs', '2', '--page', '100'], Timed)
    const value = (wanted: string): number | undefined => timed.find(({ name }) => name === wanted)?.p50
    for (const walk of ['first walk', 'walk of the next day, nothing changed']) {
      expect(value(`${walk}: requests`)).toBe(4)
      expect(value(`${walk}: rate`)).toBeGreaterThan(0)
    }
    expect(value('instruments known')).toBe(400)
    expect(timed.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['exact ticker', 'prefix', 'name words', 'isin', 'transliterated', 'typo', 'no hit'],
        ...['longest hold: search', 'memory of the process', 'file'],
      ]),
    )
  },
  maxMs,
)

test(
  'ledger: times the replay, single rows, reconciliation and curves',
  async () => {
    const timed = await runBench('ledger', ['--rows', '4000', '--symbols', '50', '--runs', '2'], Timed)
    expect(timed.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['cold replay', 'peak memory above idle of the cold replay', 'longest hold: cold replay'],
        ...['a row at the tip, to new lots', 'a row eight years late, to new lots', 'reconciliation'],
        ...['reconciliation with differences', 'curve over all years', 'bytes added to the cache'],
      ]),
    )
  },
  maxMs,
)

test(
  'performance: times first figures, past days, income and annual rates',
  async () => {
    const timed = await runBench('performance', ['--rows', '4000', '--symbols', '40', '--runs', '2'], Timed)
    expect(timed.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['first figures of all accounts, any period', 'figures again, when nothing changed', 'any past day'],
        ...['income of ten years, first', 'income of ten years, again', 'all figures of all accounts over all years'],
      ]),
    )
  },
  maxMs,
)

test(
  'heap: measures the space for short-lived objects with and without the limit of the app',
  async () => {
    const [space, ...rest] = await runBench('heap', ['--objects', '200000'], Timed)
    expect(space).toMatchObject({ name: 'space for short-lived objects', unit: 'MB' })
    expect([space?.p50, space?.bareP50].every((size) => size != null && size > 0)).toBe(true)
    expect(rest).toEqual([])
  },
  maxMs,
)

test(
  'day: counts the requests of the first minutes',
  async () => {
    const Phase = z.strictObject({
      ...{ phase: z.string(), hours: z.number().positive(), perHour: z.int(), maxInAnyMinute: z.int() },
      ...{ activeMinutes: z.int(), quotesOfKnownHours: z.int() },
      ...{ byEndpoint: z.record(z.string(), z.int()), byPurpose: z.record(z.string(), z.int()) },
    })
    const [start, ...rest] = await runBench('day', ['--hours', '0.05'], Phase)
    expect(start).toMatchObject({ phase: 'start', hours: 0.05 })
    expect(start?.byEndpoint).toHaveProperty('getQuote')
    expect(rest).toEqual([])
  },
  maxMs,
)

test(
  'live: the figures of a watchlist in its first half minute',
  async () => {
    const Figure = z.strictObject({
      ...{ scenario: z.string(), figure: z.string(), value: z.number().nullable(), unit: z.string() },
    })
    const figures = await runBench('live', ['--scenario', 'watchlist of 30', '--seconds', '30'], Figure)
    const value = (wanted: string): number => figures.find(({ figure }) => figure === wanted)?.value ?? Infinity
    expect(value('price of all rows')).toBeLessThan(15)
    expect(value('longest pause without a live request')).toBeLessThan(5)
    expect(value('requests in any minute, at most')).toBeLessThanOrEqual(200)
    expect(value('error of a round robin with as many quote requests')).toBeGreaterThan(0)
  },
  maxMs,
)

const error = z.number().min(0)
const Freshness = z.strictObject({
  ...{ planner: error, roundRobin: error, knownVolatility: error },
  ...{ plannerOnScreen: error, roundRobinOnScreen: error },
  ...{ maxInAnyMinute: z.int(), maxVisibleAgeS: z.number(), closedRequests: z.int() },
  ...{ rankCorrelation: z.number().nullable(), requestRatio: z.number() },
})

test(
  'freshness: computes the errors of each rule for the shipped scenarios or for a given scenario',
  async () => {
    const included = await runBench('freshness', ['--minutes', '2'], Freshness.extend({ scenario: z.string() }))
    expect(included.map(({ scenario }) => scenario)).toEqual([
      ...['held-and-watched', 'heavy-tailed', 'changing-volatility', 'new-list', 'alike'],
    ])
    const file = join(root, 'bench', 'scenarios', 'held-and-watched.json')
    const first = included.slice(0, 1).map(({ scenario: _, ...error }) => error)
    expect(await runBench('freshness', ['--minutes', '2', '--scenario', file], Freshness)).toEqual(first)
  },
  maxMs,
)

test(
  'freshness: computes the errors for random scenarios and their summary',
  async () => {
    const ratios = { ofKnown: z.number().nullable(), roundRobinOf: z.number().nullable() }
    const RandomFreshness = Freshness.omit({ planner: true, roundRobin: true, knownVolatility: true }).extend({
      ...{ kind: z.string(), seed: z.int(), symbols: z.int(), accounts: z.array(z.int()), budgetPerMinute: z.int() },
      ...ratios,
    })
    const Sum = z.strictObject({
      ...{ count: z.literal(2), meanOfKnown: z.number(), worstOfKnown: z.number() },
      ...{ meanRoundRobinOf: z.number(), worstRoundRobinOf: z.number() },
      ...{ overKnownBar: z.int(), overBudget: z.int(), closedRequests: z.int() },
    })
    const lines = await runBench('freshness', ['--random', '2', '--minutes', '2'], z.union([RandomFreshness, Sum]))
    expect(lines.map((line) => ('kind' in line ? line.kind : 'sum'))).toEqual(['plain', 'heavy-tailed', 'sum'])
  },
  maxMs,
)
