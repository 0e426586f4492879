import { expect, test } from 'vitest'
import { breakEvenOf, costOf, lotFigures, unrealizedOf } from '#renderer/instrument/own/holding-figures.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { dec } from '../../fixtures/data.ts'
import { lots } from '../../fixtures/ledger.ts'
import { positions } from '../../fixtures/positions.ts'

const now = 1_790_000_000_000
const apple = positions(now).find(({ symbol }) => symbol === 'AAPL@XNGS')!
const [old, recent, unknown] = lots(now) as [OpenLot, OpenLot, OpenLot]
/** 10 bonds with a face value of 500 at 90 %: each is worth 450. */
const bond: PositionRow = {
  ...apple,
  quantity: dec('10'),
  currentPrice: dec('90'),
  value: dec('4500'),
  isPercentOfFace: true,
}

test('the value of a lot is its pieces × the value of one piece of the position', () => {
  expect(lotFigures(old, apple)).toMatchObject({ each: '150', unrealized: '4648.8' })
  expect(lotFigures(recent, apple)).toMatchObject({ each: '230', unrealized: '-100.8' })
})

test('the unrealized profit of a short lot is its proceeds minus the cost of buying back', () => {
  const short = { ...old, quantity: dec('-10'), cost: dec('-2500') }
  expect(lotFigures(short, apple)).toMatchObject({ each: '250', unrealized: '225.2' })
})

test('the unrealized profit of the lots in a currency is unknown while that of one lot is', () => {
  expect(unrealizedOf([old, recent], [apple], 'USD')).toBe('4548')
  expect(unrealizedOf([old, recent], [apple], 'EUR')).toBeNull()
  expect(unrealizedOf([old, { ...recent, cost: null }], [apple], 'USD')).toBeNull()
  expect(unrealizedOf([old, recent], [], 'USD')).toBeNull()
})

test('an unknown cost, value or currency leaves the profit unknown, never zero', () => {
  expect(lotFigures(unknown, apple)).toMatchObject({ each: null, unrealized: null })
  expect(lotFigures(old, undefined).unrealized).toBeNull()
  expect(lotFigures(old, { ...apple, value: null }).unrealized).toBeNull()
  expect(lotFigures(old, { ...apple, currency: 'EUR' }).unrealized).toBeNull()
})

test('the cost of the lots does not include pieces of unknown cost, and is not added across currencies', () => {
  expect(costOf([old, recent, unknown])).toEqual({
    cost: '18200',
    pieces: '100',
    unknownPieces: '20',
    currency: 'USD',
  })
  expect(costOf([unknown])).toBeNull()
  expect(costOf([old, { ...recent, currency: 'EUR' }])).toBeNull()
})

test('the break-even price is the average cost of a piece; for a bond it is in percent of the face value', () => {
  expect(breakEvenOf(costOf([old, recent])!, apple)).toBe('182')
  const known = { cost: dec('4410'), pieces: dec('10'), unknownPieces: dec('0'), currency: 'USD' }
  expect(breakEvenOf(known, bond)).toBe('88.2')
  expect(breakEvenOf(known, { ...bond, value: null })).toBeNull()
  expect(breakEvenOf(known, undefined)).toBeNull()
  expect(breakEvenOf({ ...known, pieces: dec('0') }, apple)).toBeNull()
})
