import { expect, it } from 'vitest'
import { stressPortfolio, type PortfolioGiven } from '#main/insight/margin/stress-portfolio.ts'
import type { PriceShock } from '#shared/model/margin.ts'
import { makeBook } from '../currency/book.ts'
import { d } from '../make.ts'

const row = (
  symbol: string,
  value: string | null,
  over: Partial<PortfolioGiven['rows'][number]> = {},
): PortfolioGiven['rows'][number] => ({
  ...{ symbol, name: null, type: 'BONDS', currency: 'RUB', value: value === null ? null : d(value) },
  ...over,
})
const roubleBonds: PriceShock = { by: 'type', key: 'BONDS', currency: 'RUB', percent: d('-10') }
const bonds: PriceShock = { by: 'type', key: 'BONDS', percent: d('-20') }

const stress = (over: Partial<PortfolioGiven> = {}) =>
  stressPortfolio({
    rows: [row('A@M', '1000.01'), row('B@M', '10', { currency: 'USD' }), row('C@M', '500', { type: 'EQUITIES' })],
    cash: [],
    equities: [{ accountId: '1', amount: d('2400.01'), currency: 'RUB' }],
    to: makeBook('RUB', { 'USDRUB@M': { price: '90' } }),
    shocks: [roubleBonds],
    ...over,
  })

it('applies a shock for bonds of one currency only to these bonds', () => {
  expect(stress()).toMatchObject({
    ...{ currency: 'RUB', change: '-100.001', movedValue: '1000.01', touched: [1] },
    ...{ equity: '2400.01', equityAfter: '2300.009', percent: '-4.17' },
  })
})

it('prefers the shock for a type in one currency to the shock for the type, in any order of entry', () => {
  // The bond in roubles loses 100.001, and the bond in dollars loses a fifth of 900.
  for (const shocks of [
    [roubleBonds, bonds],
    [bonds, roubleBonds],
  ]) {
    expect(stress({ shocks })).toMatchObject({ change: '-280.001', touched: [1, 1] })
  }
})

it('adds the equity of all accounts at the rates, and applies the shock of a currency to cash', () => {
  const dollar: PriceShock = { by: 'currency', key: 'USD', percent: d('10') }
  const equities = [
    { accountId: '1', amount: d('100'), currency: 'RUB' },
    { accountId: '2', amount: d('10'), currency: 'USD' },
  ]
  const { equity, change, rates } = stress({ equities, shocks: [dollar], cash: [{ amount: d('5'), currency: 'USD' }] })
  expect({ equity, change }).toEqual({ equity: '1000', change: '135' })
  expect(rates.map(({ currency }) => currency)).toEqual(['USD'])
})

it('lists the positions and the cash to which no shock can be applied', () => {
  const rows = [
    row('A@M', '100', { name: 'Bond A' }),
    row('O@M', '5', { type: 'OPTIONS', name: 'Call' }),
    row('F@M', null, { type: 'FUTURES' }),
    row('V@M', null),
    row('E@M', '7', { currency: 'EUR' }),
  ]
  const { notCovered, cashNotCovered, change } = stress({ rows, cash: [{ amount: d('3'), currency: 'CNY' }] })
  expect(notCovered).toEqual([
    { name: 'Call', reason: 'option' },
    { name: 'F@M', reason: 'future' },
    { name: 'V@M', reason: 'value-unknown' },
    { name: 'E@M', reason: 'no-rate' },
  ])
  expect(cashNotCovered).toEqual(['CNY'])
  expect(change).toBe('-10')
})

it('has an unknown equity if that of one account is unknown, and still states the change', () => {
  const equities = [
    { accountId: '1', amount: d('100'), currency: 'RUB' },
    { accountId: '2', amount: d('10'), currency: null },
  ]
  expect(stress({ equities })).toMatchObject({
    ...{ equity: null, equityAfter: null, percent: null, change: '-100.001', withoutEquity: ['2'] },
  })
})

it('has an unknown change without a base currency, or if no position can be covered', () => {
  expect(stress({ to: null })).toMatchObject({ currency: null, change: null, equity: null, touched: [0] })
  expect(stress({ rows: [row('V@M', null)] })).toMatchObject({ change: null })
})
