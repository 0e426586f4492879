import { expect, it } from 'vitest'
import { emptyHolding } from '#main/insight/ledger/holding-state.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { factsOf, plainFacts, type SymbolFacts } from '#main/insight/ledger/symbol-facts.ts'
import type { OpenLotsState } from '#main/insight/lots/open-lots.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeRow, units } from './make-row.ts'

const symbol = 'SBER@MISX'

function replayHolding(rows: readonly LedgerRow[], facts: SymbolFacts = plainFacts): Holding {
  const holding = new Holding('fifo', facts, emptyHolding)
  for (const row of rows) holding.apply(row)
  return holding
}
const lotsOf = ({ lots }: OpenLotsState) =>
  lots.map(({ quantity, cost }) => [formatUnits(quantity), cost === null ? null : formatUnits(cost)])
const shown = (holding: Holding) => [formatUnits(holding.quantity), lotsOf(holding.state.lots)]

it('pieces change by the stated quantity, otherwise by the size of the trade with the sign opposite to the money', () => {
  const stated = makeRow('buy', { symbol, money: '-100', pieces: '10', trade: { size: '10' } })
  const bought = makeRow('unknown', { symbol, money: '-50', trade: { size: '5' } })
  const sold = makeRow('unknown', { symbol, money: '30', trade: { size: '3' } })
  expect(shown(replayHolding([stated, bought, sold]))).toEqual([
    '12',
    [
      ['7', '70'],
      ['5', '50'],
    ],
  ])
})

it('for a future, the kind of a trade gives the sign of the pieces, and there are no lots', () => {
  const facts = factsOf('FUTURES', [])
  const bought = makeRow('buy', { symbol, money: '0', trade: { size: '8' } })
  const sold = makeRow('sell', { symbol, money: '0', trade: { size: '11' } })
  const margin = makeRow('variation-margin', { symbol, money: '512.5' })
  expect(shown(replayHolding([bought, margin, sold], facts))).toEqual(['-3', []])
})

it('the cost of a bond does not include accrued interest', () => {
  const bought = makeRow('buy', {
    symbol,
    money: '-9950',
    pieces: '10',
    trade: { size: '10', price: '98', accrued: '150' },
  })
  expect(shown(replayHolding([bought]))).toEqual(['10', [['10', '9800']]])
  const sold = makeRow('sell', { symbol, money: '5080', pieces: '-5', trade: { size: '5', accrued: '80' } })
  const holding = replayHolding([bought])
  expect(holding.apply(sold).map(({ proceeds, cost }) => [formatUnits(proceeds!), formatUnits(cost!)])).toEqual([
    ['5000', '4900'],
  ])
})

it('an amortization realizes its fraction of the cost, and an unknown fraction makes the cost unknown', () => {
  const event = {
    date: '1970-01-11',
    type: 'AMORTIZATION',
    value: dec('250'),
    currency: 'RUB',
    coupon: null,
    amortization: { newFaceValue: dec('750'), initialFaceValue: dec('1000'), percent: dec('25') },
    offer: null,
  }
  const bought = makeRow('buy', { symbol, money: '-9600', pieces: '10', trade: { size: '10' } })
  const repaid = makeRow('amortization', { symbol, at: 11 * dayMs, money: '2500' })
  expect(shown(replayHolding([bought, repaid], factsOf('BONDS', [event])))).toEqual(['10', [['10', '7200']]])
  expect(shown(replayHolding([bought, repaid]))).toEqual(['10', [['10', null]]])
})

it('an expired option closes with proceeds of zero', () => {
  const bought = makeRow('buy', { symbol, money: '-400', pieces: '400', trade: { size: '400' } })
  const expired = makeRow('expiration', { symbol, money: '0', pieces: '-400' })
  const holding = replayHolding([bought])
  expect(holding.apply(expired).map(({ cost, proceeds }) => [cost, proceeds])).toEqual([[units('400'), 0n]])
  expect(shown(holding)).toEqual(['0', []])
})

it('an expiration with an unsigned size closes the position, long or short', () => {
  const bought = makeRow('buy', { symbol, money: '-400', pieces: '4', trade: { size: '4' } })
  const sold = makeRow('sell', { symbol, money: '300', pieces: '-4', trade: { size: '4' } })
  const expired = makeRow('expiration', { symbol, money: '0', trade: { size: '4' } })
  expect(shown(replayHolding([bought, expired]))).toEqual(['0', []])
  expect(shown(replayHolding([sold, expired]))).toEqual(['0', []])
})

it('a negative size without money gives the sign, independent of the position', () => {
  const expired = makeRow('expiration', { symbol, money: '0', trade: { size: '-4' } })
  expect(shown(replayHolding([expired]))[0]).toBe('-4')
})

it('a negative size counts even if the money contradicts it, but then the proceeds are unknown', () => {
  const bought = makeRow('buy', { symbol, money: '-100', trade: { size: '10' } })
  const contradictory = makeRow('buy', { symbol, money: '-50', trade: { size: '-4' } })
  const holding = replayHolding([bought])
  expect(holding.apply(contradictory).map(({ proceeds }) => proceeds)).toEqual([null])
  expect(shown(holding)).toEqual(['6', [['6', '60']]])
})

it('an expiration of more pieces than are held moves no pieces', () => {
  const bought = makeRow('buy', { symbol, money: '-400', pieces: '4', trade: { size: '4' } })
  const expired = makeRow('expiration', { symbol, money: '0', trade: { size: '5' } })
  expect(shown(replayHolding([bought, expired]))[0]).toBe('4')
})

it('an expiration without an amount has proceeds of zero', () => {
  const holding = replayHolding([makeRow('buy', { symbol, money: '-400', pieces: '4', trade: { size: '4' } })])
  const closed = holding.apply(makeRow('expiration', { symbol, pieces: '-4' }))
  expect(closed.map(({ cost, proceeds }) => [cost, proceeds])).toEqual([[units('400'), 0n]])
})

it('the cost of transferred pieces is unknown unless their row states it', () => {
  const withoutCost = makeRow('securities-transfer-in', { symbol, money: '0', pieces: '5' })
  const priced = makeRow('inheritance', { symbol, money: '0', pieces: '2', trade: { size: '2', price: '30.5' } })
  expect(shown(replayHolding([withoutCost, priced]))).toEqual([
    '7',
    [
      ['5', null],
      ['2', '61'],
    ],
  ])
})

it('the cost of a purchase is unknown if its money is positive or zero', () => {
  const incoming = makeRow('buy', { symbol, money: '100', pieces: '10', trade: { size: '10' } })
  const free = makeRow('buy', { symbol, money: '0', pieces: '1', trade: { size: '1' } })
  expect(shown(replayHolding([incoming, free]))).toEqual([
    '11',
    [
      ['10', null],
      ['1', null],
    ],
  ])
})

it('a split multiplies the pieces and keeps the cost', () => {
  const bought = makeRow('buy', { symbol, money: '-100', pieces: '10', trade: { size: '10' } })
  const split = makeRow('split', { symbol, pieces: '90' })
  expect(shown(replayHolding([bought, split]))).toEqual(['100', [['100', '100']]])
})

it('a sale of more pieces than are held closes the lots and opens a short lot with the rest', () => {
  const bought = makeRow('buy', { symbol, money: '-40', pieces: '4', trade: { size: '4' } })
  const sold = makeRow('sell', { symbol, money: '90', pieces: '-6', trade: { size: '6' } })
  expect(shown(replayHolding([bought, sold]))).toEqual(['-2', [['-2', '-30']]])
})

it('after a sale of more pieces than are held, two interpretations are kept: a short lot, and pieces of unknown cost', () => {
  const sold = makeRow('sell', { symbol, money: '90', pieces: '-6', trade: { size: '6' } })
  const bought = makeRow('buy', { symbol, money: '-80', pieces: '8', trade: { size: '8' } })
  const { lots, cautious } = replayHolding([sold, bought]).state
  expect([lotsOf(lots), lots.unknown]).toEqual([[['2', '20']], 0n])
  expect([lotsOf(cautious!), cautious!.unknown]).toEqual([[['8', '80']], units('6')])
})

it('costs of two currencies are never added', () => {
  const roubles = makeRow('buy', { symbol, money: '-100', pieces: '1', trade: { size: '1' } })
  const dollars = makeRow('buy', { symbol, money: '-2', currency: 'USD', pieces: '1', trade: { size: '1' } })
  const holding = replayHolding([roubles, dollars])
  expect([shown(holding)[1], holding.state.currency]).toEqual([
    [
      ['1', '100'],
      ['1', null],
    ],
    'RUB',
  ])
})
