import { describe, expect, it, test } from 'vitest'
import { knownLots } from '#main/insight/ledger/holding-text.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { emptyPoint } from '#main/insight/ledger/series/holding-sums.ts'
import { afterStep, applyRow } from '#main/insight/ledger/series/running-point.ts'
import { plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { makeRow, units } from './make-row.ts'

const symbol = 'A@X'
const buy = (at: number, pieces: string, money: string) =>
  makeRow('buy', { symbol, at, money: `-${money}`, pieces, trade: { size: pieces } })
const sell = (at: number, pieces: string, money: string) =>
  makeRow('sell', { symbol, at, money, pieces: `-${pieces}`, trade: { size: pieces } })
const move = (kind: LedgerRow['kind'], at: number, pieces: string, money?: string) =>
  makeRow(kind, { symbol, at, pieces, ...(money !== undefined && { money }) })

/** The figures after some rows, as the series and the list of lots give them. */
function figures(rows: readonly LedgerRow[], stated: string | null = null) {
  const holding = new Holding('fifo', plainFacts)
  const point = rows.reduce((before, row) => afterStep(before, applyRow(holding, row)), emptyPoint)
  const { lots } = knownLots(holding.state, stated === null ? holding.quantity : units(stated), true)
  const [sums] = point.sums
  return {
    quantity: formatUnits(point.quantity),
    lots: lots.map(({ quantity, cost, openedAt }) =>
      [formatUnits(quantity), cost === null ? '?' : formatUnits(cost), openedAt ?? '?'].join(' '),
    ),
    realized: formatUnits(sums?.realized ?? 0n),
    interest: formatUnits(sums?.accrued ?? 0n),
    unknown: formatUnits(point.unknownClosed),
  }
}
const nothing = { realized: '0', interest: '0', unknown: '0' }

describe('a split in two rows keeps cost and opening times', () => {
  const held = [buy(1, '600', '3000'), buy(2, '400', '2600')]
  const [out, into] = [move('split', 10, '-1000'), move('split', 10 + minuteMs, '100')]
  const after = { quantity: '100', lots: ['60 3000 1', '40 2600 2'], ...nothing }

  test('the old pieces first', () => expect(figures([...held, out, into])).toEqual(after))
  test('the new pieces first', () => expect(figures([...held, into, out])).toEqual(after))
  test('of a short position', () =>
    expect(figures([sell(1, '10', '500'), move('split', 2, '10'), move('split', 2, '-100')])).toEqual({
      ...{ quantity: '-100', lots: ['-100 -500 1'], ...nothing },
    }))
  test('with a purchase in between', () =>
    expect(figures([...held, out, buy(11, '5', '250'), into]).lots).toEqual(['60 3000 1', '40 2600 2', '5 250 11']))
  test('twice within days', () =>
    expect(figures([...held, out, into, move('split', 2 * dayMs, '-100'), move('split', 2 * dayMs, '300')])).toEqual({
      ...{ quantity: '300', lots: ['180 3000 1', '120 2600 2'], ...nothing },
    }))
  test('the pieces of a later sale have it', () =>
    expect(figures([...held, out, into, sell(dayMs, '50', '4000')]).realized).toBe('1500'))
  test('nothing is known while the second row is missing', () =>
    expect(figures([...held, out])).toEqual({ quantity: '0', lots: [], ...nothing, unknown: '1000' }))
  test('the second row does not come a week later', () => {
    const late = figures([...held, out, move('split', 8 * dayMs, '100')])
    expect(late).toEqual({ quantity: '100', lots: [`100 ? ${8 * dayMs}`], ...nothing, unknown: '1000' })
  })
})

describe('a repo is no sale', () => {
  const held = [buy(1, '60', '4000'), buy(2, '40', '4000')]
  const lots = ['60 4000 1', '40 4000 2']
  const [out, back] = [move('repo', 10, '-100', '9500'), move('repo', 20, '100', '-9503')]

  test('its lots stay, and what both rows cost is interest', () =>
    expect(figures([...held, out, back])).toEqual({ quantity: '100', lots, ...nothing, interest: '-3' }))
  test('while it is open, its money is no profit and its cost is known', () =>
    expect(figures([...held, out], '100')).toEqual({ quantity: '0', lots, ...nothing }))
  test('several in a row, the next one booked before the end of the last', () =>
    expect(figures([...held, out, move('repo', 20, '-100', '9600'), back, move('repo', 30, '100', '-9602')])).toEqual({
      quantity: '100',
      lots,
      ...nothing,
      interest: '-5',
    }))
  test('of a part, that comes back in two parts', () => {
    const rows = [move('repo', 10, '-50', '5000'), move('repo', 11, '20', '-2001'), move('repo', 12, '30', '-3002')]
    expect(figures([...held, ...rows])).toEqual({ quantity: '100', lots, ...nothing, interest: '-3' })
  })
  test('with a sale in between', () =>
    expect(
      figures([...held, move('repo', 10, '-50', '5000'), sell(11, '30', '3000'), move('repo', 12, '50', '-5001')]),
    ).toEqual({
      ...{ quantity: '70', lots: ['30 2000 1', '40 4000 2'], ...nothing, realized: '1000', interest: '-1' },
    }))
  test('the other way round: the pieces never become lots, and interest is received', () =>
    expect(figures([...held, move('repo', 10, '10', '-950'), move('repo', 11, '-10', '951')])).toEqual({
      ...{ quantity: '100', lots, ...nothing, interest: '1' },
    }))
  test('borrowed pieces are sold short', () => {
    const rows = [
      move('repo', 1, '10', '-950'),
      sell(2, '10', '960'),
      buy(3, '10', '940'),
      move('repo', 4, '-10', '951'),
    ]
    expect(figures(rows)).toEqual({ quantity: '0', lots: [], ...nothing, realized: '20', interest: '1' })
  })
  test('a split while it is open splits what comes back', () =>
    expect(
      figures([...held, move('repo', 10, '-50', '5000'), move('split', 11, '450'), move('repo', 12, '500', '-5001')]),
    ).toEqual({
      ...{ quantity: '1000', lots: ['600 4000 1', '400 4000 2'], ...nothing, interest: '-1' },
    }))
})

test('lent pieces come back with their lots', () => {
  const rows = [buy(1, '100', '8000'), move('securities-loan', 2, '-100')]
  expect(figures(rows)).toEqual({ quantity: '0', lots: ['100 8000 1'], ...nothing })
  expect(figures([...rows, move('securities-loan', 3, '100')])).toEqual({
    ...{ quantity: '100', lots: ['100 8000 1'], ...nothing },
  })
})

describe('a reversal takes back the row that has its kind too', () => {
  const held = buy(1, '100', '3000')
  const [bought, taken] = [move('reversal', 2, '40', '-1907.2'), move('reversal', 3, '-40', '1907.2')]

  test.each([
    ['a purchase', [bought, taken]],
    [
      'a sale',
      [
        { ...taken, at: 2 },
        { ...bought, at: 3 },
      ],
    ],
  ])('%s', (_, rows) => expect(figures([held, ...rows])).toEqual({ quantity: '100', lots: ['100 3000 1'], ...nothing }))
  test('alone, it brings pieces of unknown cost', () =>
    expect(figures([held, bought])).toEqual({ quantity: '140', lots: ['100 3000 1', '40 ? ?'], ...nothing }))
  test('alone, it takes pieces for unknown proceeds', () =>
    expect(figures([held, taken])).toEqual({ quantity: '60', lots: ['60 1800 1'], ...nothing, unknown: '40' }))
  test('in several rows', () =>
    expect(figures([held, bought, move('reversal', 3, '-25', '1192'), move('reversal', 3, '-15', '715.2')])).toEqual({
      ...{ quantity: '100', lots: ['100 3000 1'], ...nothing },
    }))
})

describe('a reversal of a part of a purchase', () => {
  const back = (pieces: string, money: string, at = 3) =>
    makeRow('reversal', { symbol, at, pieces: `-${pieces}`, money, trade: { size: pieces, price: '20' } })
  it('takes its pieces out of the lot with that price, whose other pieces keep their cost', () => {
    const rows = [buy(1, '100', '2000'), buy(2, '50', '1100'), back('40', '800')]
    expect(figures(rows)).toMatchObject({ quantity: '110', lots: ['60 1200 1', '50 1100 2'], ...nothing })
    expect(figures([...rows, back('60', '1200')])).toMatchObject({ lots: ['50 1100 2'], ...nothing })
  })
  it.each([
    ['at another price', back('40', '801')],
    ['of more pieces', back('101', '2020')],
    ['a month later', back('40', '800', 2 + 30 * 86_400_000)],
  ])('leaves the cost unknown %s', (_, row) => expect(figures([buy(1, '100', '2000'), row]).unknown).not.toBe('0'))
})

describe('a sale for nothing', () => {
  const sale = (draft: { money?: string; price?: string }) =>
    figures([
      buy(1, '100', '2000'),
      makeRow('sell', {
        ...{
          symbol,
          at: 2,
          pieces: '-100',
          trade: { size: '100', ...(draft.price !== undefined && { price: draft.price }) },
        },
        ...(draft.money !== undefined && { money: draft.money }),
      }),
    ])
  // The service sends a zero without a currency where no money moves.
  it.each([{ money: '0', price: '0' }, { price: '0' }])(
    'realizes the cost if the row states a price of 0: %o',
    (draft) => expect(sale(draft)).toMatchObject({ realized: '-2000', unknown: '0' }),
  )
  it.each([{ money: '0' }, { money: '0', price: '5' }, { price: '5' }])(
    'is of unknown proceeds otherwise: %o',
    (draft) => expect(sale(draft)).toMatchObject({ realized: '0', unknown: '100' }),
  )
})

it('an exchange of currencies moves no pieces of its pair', () => {
  const row = makeRow('currency-exchange', { symbol, money: '-90000', trade: { size: '1000', price: '90' } })
  expect(figures([row])).toMatchObject({ quantity: '0', lots: [] })
})
