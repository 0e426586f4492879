import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildIfStale } from '../../scripts/build.mjs'
import { runBench } from '../fakes/bench/run-bench.ts'

beforeAll(buildIfStale)

test('the start bench measures the time to the first overview and to the first painted figures', async () => {
  const time = z.number().positive()
  const Start = z.union([
    z.strictObject({ name: z.string(), value: z.int().positive(), unit: z.literal('rows') }),
    z.strictObject({
      ...{ name: z.string(), p50: time, p99: time, unit: z.literal('ms') },
      ...{ runs: z.literal(1), target: z.number(), isMet: z.boolean() },
    }),
    // This test needs Electron. Chromium may be missing.
    z.strictObject({ name: z.string().endsWith('Chromium'), p50: z.null(), unit: z.literal('ms'), reason: z.string() }),
  ])
  const figures = await runBench('start', ['--size', 'small', '--runs', '1'], Start)
  expect(figures.map(({ name }) => name)).toEqual([
    'demo: host start to first overview',
    'small: transactions in the cache',
    'small: host start to first overview',
    'small: page opened to first figures, Chromium',
    'small: Electron start to first figures',
  ])
})

test('the idle bench measures memory and CPU without a window, and requests while all markets are closed', async () => {
  const Figure = z.union([
    z.strictObject({ name: z.string(), value: z.number(), unit: z.string(), target: z.number().optional() }),
    z.strictObject({
      ...{ name: z.string(), from: z.number(), to: z.number(), slopePerHour: z.number() },
      // Half an hour is too short for two blocks to compare.
      ...{ standardError: z.null(), grows: z.null() },
    }),
  ])
  const args = ['--size', 'small', '--hours', '0.5', '--settle-s', '0', '--closed-hours', '0.1']
  const figures = await runBench('idle', args, Figure)
  const memory = ['RSS', 'private memory without files', 'peak RSS']
  const trends = [
    'RSS, MB',
    'heap, MB',
    'open files and sockets',
    'waiting timers of the app',
    'write-ahead logs, MB',
    'journal, MB',
    'CPU time an hour',
    'wake-ups a minute',
  ]
  expect(figures.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...memory.map((name) => `small: web host, no window: ${name}`),
      ...memory.map((name) => `small: Electron's main process, in the tray: ${name}`),
      ...trends.map((name) => `small: ${name}`),
      'small: requests an hour, market open: getQuote (held)',
      'requests a minute, all closed, no window',
    ]),
  )
  expect(figures.find(({ name }) => name === 'small: faults')).toMatchObject({ value: 0 })
})
