import { expect, test } from 'vitest'
import { levelData, markData, markWords } from '#renderer/chart/trade-marks.ts'

const colours = { ink: 'black', paper: 'white' }
const marks = [
  { x: 1, y: 10, isPurchase: true, words: 'Bought 5 pcs at 10' },
  { x: 2, y: 12, isPurchase: false, words: 'Sold 5 pcs at 12' },
]

test('purchases are filled and point up, sales are hollow and point down', () => {
  const [purchases, sales] = markData(marks, colours)
  expect(purchases).toMatchObject({ showLine: false, pointBackgroundColor: 'black' })
  expect(purchases).not.toHaveProperty('pointRotation')
  expect(sales).toMatchObject({ showLine: false, pointBackgroundColor: 'white', pointRotation: 180 })
  expect(markData(marks.slice(0, 1), colours)).toHaveLength(1)
  expect(markData([], colours)).toEqual([])
})

test('the tooltip of a mark describes the trade; a point of the curve has no such text', () => {
  const [purchases] = markData(marks, colours)
  expect(markWords(purchases?.data[0])).toBe('Bought 5 pcs at 10')
  expect(markWords({ x: 1, y: 2, equity: null })).toBeNull()
})

test('a level is a dashed line that the pointer ignores', () => {
  const level = levelData(5, 1, 9, 'grey')
  expect(level).toMatchObject({ borderDash: [4, 4], pointHitRadius: 0 })
  expect(level.data.map(({ x, y }) => [x, y])).toEqual([
    [1, 5],
    [9, 5],
  ])
})
