import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runBench } from '../fakes/run-bench.ts'
import { Timed } from '../fakes/bench-figures.ts'

const root = join(import.meta.dirname, '..', '..')
const mostMs = 120_000

test('every bench is run in small by a test', () => {
  const benches = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'))
  const tests = ['main', 'e2e', 'desktop'].map((folder) =>
    readFileSync(join(root, 'test', folder, 'benches.test.ts'), 'utf8'),
  )
  const unrun = benches.filter((file) => !tests.some((text) => text.includes(`runBench('${file.slice(0, -3)}'`)))
  expect(benches.length).toBeGreaterThan(5)
  expect(unrun).toEqual([])
})

test(
  'history: requests for each shape of a history, at each cap',
  async () => {
    const Counted = z.strictObject({
      ...{ name: z.string(), rows: z.int().positive(), requests: z.int().positive() },
      ...{ ideal: z.number().positive(), ratio: z.number().positive(), isWhole: z.literal(true) },
    })
    const counted = await runBench('history', ['--rows', '1500'], Counted)
    const shapes = ['uniform', 'market', 'bursty', 'daily', 'monthly', 'lognormal', 'sparse']
    const ways = [100, 1_000, 1_500].flatMap((cap) =>
      ['newest', 'oldest', 'any'].map((kept) => `cap ${cap}, ${kept} kept`),
    )
    expect(counted.map(({ name }) => name)).toEqual(shapes.flatMap((shape) => ways.map((way) => `${shape}, ${way}`)))
  },
  mostMs,
)

test(
  'search: two walks of the list, and each kind of search',
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
  mostMs,
)

test(
  'day: what the first minutes cost',
  async () => {
    const Phase = z.strictObject({
      ...{ phase: z.string(), hours: z.number().positive(), perHour: z.int(), maxInAnyMinute: z.int() },
      ...{ minutesAsked: z.int(), ofKnownHours: z.int() },
      ...{ byEndpoint: z.record(z.string(), z.int()), byPurpose: z.record(z.string(), z.int()) },
    })
    const [start, ...others] = await runBench('day', ['--hours', '0.05'], Phase)
    expect(start).toMatchObject({ phase: 'start', hours: 0.05 })
    expect(start?.byEndpoint).toHaveProperty('getQuote')
    expect(others).toEqual([])
  },
  mostMs,
)

const error = z.number().min(0)
const Freshness = z.strictObject({
  ...{ planner: error, roundRobin: error, knownVolatility: error },
  ...{ maxInAnyMinute: z.int(), maxVisibleAgeS: z.number(), closedRequests: z.int() },
})

test(
  'freshness: the errors of each rule over the scenarios that ship, or over one that is named',
  async () => {
    const shipped = await runBench('freshness', ['--minutes', '2'], Freshness.extend({ scenario: z.string() }))
    expect(shipped.map(({ scenario }) => scenario)).toEqual(['held-and-watched', 'heavy-tailed', 'changing-volatility'])
    const file = join(root, 'bench', 'scenarios', 'held-and-watched.json')
    const first = shipped.slice(0, 1).map(({ scenario: _, ...error }) => error)
    expect(await runBench('freshness', ['--minutes', '2', '--scenario', file], Freshness)).toEqual(first)
  },
  mostMs,
)

test(
  'freshness: scenarios that chance makes, and their sum',
  async () => {
    const ratios = { ofKnown: z.number().nullable(), roundRobinOf: z.number().nullable() }
    const Drawn = Freshness.pick({ maxInAnyMinute: true, maxVisibleAgeS: true, closedRequests: true }).extend({
      ...{ kind: z.string(), seed: z.int(), symbols: z.int(), accounts: z.array(z.int()), budgetPerMinute: z.int() },
      ...ratios,
    })
    const Sum = z.strictObject({
      ...{ count: z.literal(2), meanOfKnown: z.number(), worstOfKnown: z.number() },
      ...{ overKnownBar: z.int(), overBudget: z.int(), closedRequests: z.int() },
    })
    const lines = await runBench('freshness', ['--random', '2', '--minutes', '2'], z.union([Drawn, Sum]))
    expect(lines.map((line) => ('kind' in line ? line.kind : 'sum'))).toEqual(['plain', 'heavy-tailed', 'sum'])
  },
  mostMs,
)
