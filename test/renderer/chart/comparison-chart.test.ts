import { expect, test } from 'vitest'
import { comparisonData } from '#renderer/chart/comparison-chart.ts'

const points = [
  { at: 1, value: 0 },
  { at: 2, value: null },
  { at: 3, value: 1.5 },
  { at: 4, value: null },
  { at: 5, value: 2 },
  { at: 6, value: 3 },
]
const { datasets } = comparisonData(
  [{ name: 'Portfolio', points, colour: 'red', isDashed: false }],
  (value) => `${value}%`,
)
const [line] = datasets

test('an unknown value breaks the line', () => {
  expect(line?.spanGaps).toBe(false)
  expect(line?.data.map(({ y }) => y)).toEqual([0, null, 1.5, null, 2, 3])
})

test('a value between two gaps is drawn as a dot', () => {
  const radius = line?.pointRadius as (context: { dataIndex: number }) => number
  expect(points.map((_, dataIndex) => radius({ dataIndex }))).toEqual([2, 0, 2, 0, 0, 0])
})

test('the text of each value begins with the name of its line', () => {
  expect(line?.data.map((point) => 'words' in point && point.words)).toEqual([
    'Portfolio 0%',
    '',
    'Portfolio 1.5%',
    '',
    'Portfolio 2%',
    'Portfolio 3%',
  ])
})
