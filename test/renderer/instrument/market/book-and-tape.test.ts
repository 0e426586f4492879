import { expect, test } from 'vitest'
import {
  bookRows,
  depthRows,
  imbalanceWords,
  sizeFigures,
  tapeOf,
  tradePrices,
} from '#renderer/instrument/market/panel-rows.ts'
import { withLatest } from '#renderer/instrument/market/price-line.ts'
import type { BookLadder } from '#shared/model/instrument-view.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'
import { trade } from '../../fixtures/instrument.ts'
import { quotes } from '../../fixtures/market.ts'

const levels = (from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    price: dec(String(from + step * index)),
    size: dec('10'),
    total: dec(String(10 * (index + 1))),
  }))
const ladder = (changes: Partial<BookLadder> = {}): BookLadder => ({
  asks: levels(101, 1, 2),
  bids: levels(100, -1, 4),
  spread: dec('1'),
  spreadPercent: dec('1'),
  imbalance: dec('0.333333'),
  isCrossed: false,
  leftOut: 0,
  ...changes,
})

test('the best ask is directly above the best bid, and the ladder always has the same number of rows', () => {
  const { asks, bids, hidden } = bookRows(ladder())
  expect([asks.length, bids.length, hidden]).toEqual([depthRows, depthRows, 0])
  expect(asks.slice(-3).map((row) => row?.price)).toEqual([undefined, '102', '101'])
  expect(bids.slice(0, 2).map((row) => row?.price)).toEqual(['100', '99'])
  expect(bids.slice(0, 4).map((row) => row?.depth)).toEqual([0.25, 0.5, 0.75, 1])
})

test('levels beyond the ladder are counted; an empty book and levels of size zero have no bars', () => {
  expect(bookRows(ladder({ asks: levels(101, 1, 14) })).hidden).toBe(4)
  expect(bookRows(ladder({ asks: [], bids: [] })).asks.every((row) => row === null)).toBe(true)
  const nothing = { price: dec('1'), size: dec('0'), total: dec('0') }
  expect(bookRows(ladder({ asks: [], bids: [nothing] })).bids[0]?.depth).toBe(0)
})

test('the imbalance is shown as shares, or as unknown', () => {
  const format = createFormat({ locale: 'en-GB' })
  expect(imbalanceWords(bookRows(ladder({ imbalance: dec('0.2') })).bidShare, format)).toBe('60% bid, 40% ask by size')
  expect(imbalanceWords(bookRows(ladder({ imbalance: null })).bidShare, format)).toBe('The imbalance is unknown.')
})

test('trades are listed newest first, each price compared with the previous trade', () => {
  const trades = [trade(3, '5'), trade(1, '4'), trade(2, null), trade(4, '5')]
  expect(tapeOf(trades).map(({ trade: { at }, direction }) => [at, direction])).toEqual([
    [4, 0],
    [3, 1],
    [2, 0],
    [1, 0],
  ])
})

test('trades with equal or missing ids have unique keys; only trades with a time and a price are drawn', () => {
  const twins = [trade(1, '4', 'a'), trade(1, '4', 'a'), trade(1, '4', ''), trade(1, '4', ''), trade(null, '3', 'b')]
  expect(new Set(tapeOf(twins).map(({ key }) => key)).size).toBe(5)
  expect(tradePrices(twins)).toHaveLength(4)
})

test('the latest quote is drawn before it is recorded, but never twice', () => {
  const [row = null] = quotes(1_000_000)
  const [first] = withLatest([], row)
  expect(first).toEqual({ at: row?.fetchedAt, price: row?.quote?.last })
  expect(withLatest([{ at: 1_000_000, price: dec('1') }], row)).toHaveLength(1)
  expect(withLatest([], { ...row!, quote: null })).toEqual([])
  expect(withLatest([], null)).toEqual([])
})

test('a turnover has two decimals; a volume has all its digits', () => {
  const [row] = quotes(0)
  const figures = sizeFigures({ ...row!.quote!, volume: dec('0.12345'), turnover: dec('318241336.5168') })
  const format = createFormat({ locale: 'en-GB' })
  const shown = figures.map(({ title, value, places }) => [
    title,
    places === undefined ? format.quantity(value) : format.price(value, places),
  ])
  expect(shown).toContainEqual(['Volume', '0.12345'])
  expect(shown).toContainEqual(['Turnover', '318,241,336.52'])
})
