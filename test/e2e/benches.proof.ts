import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildIfStale } from '../../scripts/build.mjs'
import { Timed } from '../fakes/bench/bench-figures.ts'
import { runBench } from '../fakes/bench/run-bench.ts'
import { hasPostgres } from '../fakes/postgres.ts'

beforeAll(buildIfStale)

test('the cache bench measures ingest, each query and the same query in bare SQL, and the built app with the cache', async () => {
  const args = ['--rows', '1000', '--runs', '2', '--starts', '1', '--questions', '10']
  const timed = await runBench('cache', args, Timed)
  const names = timed.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['ingest', 'longest hold: ingest', 'file per million rows', 'longest hold: totals', 'longest hold: export'],
      ...['totals from the roll-up: all', 'export (done)'],
      ...['cold start to the first overview, bare: with an empty cache', 'cold start, full to empty'],
      ...['memory of the app after its start', 'memory of the app after an hour of browsing', 'peak memory of the app'],
    ]),
  )
  const pages = timed.filter(({ name }) => /^(first page|pages|filter|text|totals by scan)\b/.test(name))
  expect(pages.length).toBeGreaterThan(50)
  for (const { name, bareP50, bareP99 } of pages)
    expect([name, bareP50, bareP99]).toEqual([name, expect.any(Number), expect.any(Number)])
})

test('the cache bench with --sealed measures the same queries on a sealed and on a plain database', async () => {
  const timed = await runBench('cache', ['--rows', '1000', '--runs', '2', '--sealed'], Timed)
  const pages = timed.filter(({ name }) => /^(pages|totals)/.test(name))
  expect(pages.length).toBeGreaterThan(30)
  for (const { name, bareP50 } of pages) expect([name, bareP50]).toEqual([name, expect.any(Number)])
  expect(timed.filter(({ name }) => name.startsWith('sealed to plain, largest'))).toHaveLength(3)
})

test('the scroll bench measures frame times of a fling down, a fling up, and the wheel', async () => {
  const time = z.number().positive()
  const Fling = z.strictObject({
    ...{ name: z.string(), p50: time, p95: time, p99: time, unit: z.literal('ms') },
    ...{ frames: z.int().positive(), framesWithRowsUnread: z.int(), rows: z.literal(500) },
  })
  const flings = await runBench('scroll', ['--rows', '500', '--frames', '20'], Fling)
  expect(flings.map(({ name }) => name)).toEqual(['frame', 'frame, back up', 'frame, by wheel'])
})

test('the keys bench measures the time from a key to the paint of its effect', async () => {
  const time = z.number().positive()
  const Keys = z.strictObject({
    ...{ name: z.string(), p50: time, p95: time, cpu: time, unit: z.literal('ms'), keys: z.int().positive() },
    ...{ target: z.literal(50).optional(), isMet: z.boolean().optional() },
  })
  const args = ['--rows', '600', '--positions', '60', '--runs', '1', '--only', 'positions', '--live']
  const names = (await runBench('keys', args, Keys)).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['positions: arrow keys', 'positions: a letter in the filter', 'positions: sort'],
      ...['positions: Tab and back', 'to positions and back', 'to positions and back, with figures'],
    ]),
  )
})

test('the soak bench shows that the built app, killed once, ends with the same rows as its service', async () => {
  const fields = { name: z.string(), seconds: z.number() }
  const Line = z.discriminatedUnion('name', [
    z.strictObject({ ...fields, name: z.literal('killed and started again'), answers: z.int() }),
    z.strictObject({
      ...{ ...fields, name: z.literal('all is read'), cap: z.literal(100), order: z.string(), kept: z.string() },
      ...{ kills: z.literal(1), isStormy: z.literal(false), requests: z.int(), answers: z.int() },
      ...{ ideal: z.number(), ratio: z.number(), isComplete: z.literal(true) },
    }),
    z.strictObject({
      ...{ ...fields, name: z.literal('compared row for row'), rows: z.number(), agrees: z.literal(true) },
      ...{ missing: z.literal(0), wrong: z.literal(0), extra: z.literal(0), inGaps: z.int() },
      ...{ falseGaps: z.int(), uncoveredMs: z.int() },
    }),
  ])
  const lines = await runBench('soak', ['--rows', '300', '--cap', '100', '--kills', '1', '--minutes', '1'], Line)
  expect(lines.map(({ name }) => name)).toEqual(['killed and started again', 'all is read', 'compared row for row'])
})

test('the cli bench measures the lines, the time and the memory of each command', async () => {
  const timed = await runBench('cli', ['--rows', '3000', '--symbols', '20'], Timed)
  const lines = (command: string) => timed.find(({ name }) => name === `${command}: lines`)?.p50
  expect(lines('transactions --format ndjson')).toBe(3000)
  expect(lines('transactions --format csv')).toBe(3001)
  expect(timed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['performance: memory', 'before the first replay: performance: time', 'reconcile: time']),
  )
})

test('all benches are recorded as a baseline, and a run that is worse than it fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-baseline-'))
  const path = join(folder, 'baseline.json')
  const args = ['--small-only', '--only', 'heap', '--runs', '2', '--baseline', path]
  const name = 'heap: space for short-lived objects'
  const Line = z.looseObject({ name: z.literal(name), kind: z.literal('cost') })
  try {
    await expect(runBench('all', [...args, '--compare'], Line)).rejects.toThrow(`There is no baseline ${path}`)
    expect(await runBench('all', [...args, '--record'], Line)).toMatchObject([{ median: expect.any(Number) }])
    expect(await runBench('all', [...args, '--compare'], Line)).toMatchObject([{ verdict: 'same' }])
    const recorded = readFileSync(path, 'utf8')
    const median = /"median":([^,]*),"low":([^,]*),"high":([^,]*),/
    writeFileSync(path, recorded.replace(median, '"median":0.01,"low":0.01,"high":0.01,'))
    await expect(runBench('all', [...args, '--compare'], Line)).rejects.toThrow(`Worse than the baseline:\n${name}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const installed = ['hledger', 'ledger', 'bean-check'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
)

test.skipIf(!installed)(
  'the journal bench computes the same balances with each accounting program as from the rows',
  async () => {
    const timed = await runBench('journal', ['--rows', '2000', '--symbols', '20'], Timed)
    const value = (name: string) => timed.find((figure) => figure.name === name)?.p50
    for (const program of ['hledger', 'ledger', 'beancount'])
      expect([program, value(`${program}: balances equal to the digit`)]).toEqual([
        program,
        value('balances of the rows'),
      ])
  },
)

test.skipIf(!hasPostgres)(
  'the mirror bench measures three runs of the command and the queries of dashboards',
  async () => {
    const timed = await runBench('mirror', ['--rows', '3000', '--symbols', '20'], Timed)
    const names = timed.map(({ name }) => name)
    for (const run of ['first run', 'second run, nothing new', 'third run, one changed row'])
      expect(names).toEqual(expect.arrayContaining([`${run}: time`, `${run}: memory`]))
    expect(names.filter((name) => name.startsWith('question: '))).toHaveLength(5)
  },
)
