import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBaseline, writeBaseline } from '../../../bench/all/baseline.ts'
import { isWorse, judge, spreadOf } from '../../../bench/all/judge.ts'
import { benches, planOf } from '../../../bench/all/plan.ts'
import { readFigures } from '../../../bench/all/read-figures.ts'

const before = spreadOf([10, 11, 12, 13, 14])

test('the spread of a figure is its median, its range and the range of its middle half', () => {
  expect(spreadOf([5, 1, 3, 2, 4])).toEqual({ median: 3, low: 1, high: 5, quartiles: [2, 4] })
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, low: 1, high: 4, quartiles: [1.75, 3.25] })
  expect(spreadOf([7])).toEqual({ median: 7, low: 7, high: 7, quartiles: [7, 7] })
})

test('a time is slower only by more than 1.2 and with all its values beyond the spread of the baseline', () => {
  expect(judge('time', before, spreadOf([14.5, 15, 16]))).toEqual({ ratio: 1.25, verdict: 'slower' })
  expect(judge('time', before, spreadOf([13.9, 15, 16])).verdict).toBe('same')
  expect(judge('time', before, spreadOf([14.1, 14.4, 14.5]))).toEqual({ ratio: 1.2, verdict: 'same' })
  expect(judge('time', before, spreadOf([8, 9, 9.9])).verdict).toBe('faster')
  expect(judge('time', before, spreadOf([8, 9, 10.1])).verdict).toBe('same')
})

test('a rate is slower where it is lower, and a cost is larger', () => {
  expect(judge('rate', before, spreadOf([8, 9, 9.9])).verdict).toBe('slower')
  expect(judge('rate', before, spreadOf([15, 16, 17])).verdict).toBe('faster')
  expect(judge('cost', before, spreadOf([15, 16, 17])).verdict).toBe('larger')
  expect(judge('cost', before, spreadOf([1, 2, 3])).verdict).toBe('smaller')
})

test('a figure that was zero has no ratio, and is larger as soon as all its values are above zero', () => {
  expect(judge('cost', spreadOf([0, 0]), spreadOf([1, 2]))).toEqual({ ratio: null, verdict: 'larger' })
  expect(judge('cost', spreadOf([0, 0]), spreadOf([0, 0]))).toEqual({ ratio: null, verdict: 'same' })
})

test('a figure of only one of the two is new or missing', () => {
  expect(judge('time', undefined, before)).toEqual({ ratio: null, verdict: 'new' })
  expect(judge('time', before, undefined)).toEqual({ ratio: null, verdict: 'missing' })
})

test('slower figures and larger costs are worse, larger counts are not', () => {
  expect([isWorse('rate', 'slower'), isWorse('cost', 'larger')]).toEqual([true, true])
  expect([isWorse('count', 'larger'), isWorse('time', 'faster'), isWorse('cost', 'missing')]).toEqual(
    Array(3).fill(false),
  )
})

test('figures are read by their unit, with times in ms, and what was not run has its reason', () => {
  const lines = [
    { name: 'page', p50: 2, p99: 9, unit: 'ms', bareP50: 1, bareP99: 1 },
    { name: 'walk', p50: 0.5, p99: 0.5, unit: 's' },
    { name: 'replay', p50: 900, p99: 900, unit: 'rows/s' },
    { name: 'window', p50: null, unit: 'ms', reason: 'no Electron' },
    { name: 'heap, MB', from: 1, to: 3, slopePerHour: 2, standardError: null },
    { name: 'hledger roi: returns', p50: 5, p99: 5, unit: 'ms' },
  ]
  const output = [
    'Building Tidemark…',
    ...lines.map((line) => JSON.stringify(line)),
    'ledger is not installed: no',
  ].join('\n')
  expect(readFigures('cache', output)).toEqual({
    readings: [
      { name: 'page', kind: 'time', value: 2 },
      { name: 'walk', kind: 'time', value: 500 },
      { name: 'replay', kind: 'rate', value: 900 },
      { name: 'heap, MB: to', kind: 'cost', value: 3 },
    ],
    notRun: ['window: no Electron', 'ledger is not installed: no'],
  })
})

test('seconds of a simulated clock do not depend on the computer, and a rule for comparison is not judged', () => {
  const lines = [
    { scenario: 'list', figure: 'oldest row', value: 30, unit: 's' },
    { scenario: 'list', figure: 'error of a round robin', value: 3, unit: 'bp' },
  ]
  expect(readFigures('live', lines.map((line) => JSON.stringify(line)).join('\n')).readings).toEqual([
    { name: 'list: oldest row', kind: 'cost', value: 30 },
    { name: 'list: error of a round robin', kind: 'count', value: 3 },
  ])
})

test('a round runs every bench, and a name without a bench is an error', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../bench')).filter((file) => file.endsWith('.ts'))
  expect(benches.map((name) => `${name}.ts`)).toEqual(files.filter((file) => file !== 'all.ts').sort())
  expect(planOf(['cache'], false, '').map(({ name }) => name)).toEqual(['cache', 'cache with a million rows'])
  expect(planOf(['cache'], true, '').map(({ name }) => name)).toEqual(['cache'])
  expect(() => planOf(['cash'], false, '')).toThrow('No bench cash')
})

test('a baseline is read as it was written, one figure per line in the order of names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-baseline-'))
  const path = join(folder, 'baseline.json')
  const head = { commit: 'c', node: 'v1', runs: 5, rows: 9, calibrationMs: 300.5, notRun: ['scroll: no Chromium'] }
  const time = { kind: 'time' as const, ...before }
  try {
    expect(() => readBaseline(path)).toThrow('There is no baseline')
    writeBaseline(path, { ...head, figures: { 'b: y': time, 'a: x': time } })
    expect(readBaseline(path)).toEqual({ ...head, figures: { 'a: x': time, 'b: y': time } })
    const figureLines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('median'))
    expect(figureLines.map((line) => line.trim().slice(0, 6))).toEqual(['"a: x"', '"b: y"'])
    writeFileSync(path, '{}')
    expect(() => readBaseline(path)).toThrow('is not a baseline of this version')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
