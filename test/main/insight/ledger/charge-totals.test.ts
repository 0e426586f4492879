import { expect, it } from 'vitest'
import { attributeCharges } from '#main/insight/ledger/attribute-charges.ts'
import { ChargeTotals, concerns, chargesOfRow, netMoney } from '#main/insight/ledger/charge-totals.ts'
import { secondMs } from '#shared/durations.ts'
import { makeRow, units } from './make-row.ts'

const trade = (id: string, at: number, symbol = 'A@X', money = '-1000') =>
  makeRow('buy', { id, at, symbol, money, trade: { size: '1' } })
const commission = (id: string, at: number, money: string) => makeRow('commission', { id, at, money })

it('a trade has its own charges, and the net money after them', () => {
  const near = attributeCharges([trade('1', 0), trade('2', 30 * secondMs), commission('3', 30 * secondMs, '-2.5')])
  const charged = chargesOfRow('2', near)
  expect(charged.charges.map(({ id }) => id)).toEqual(['3'])
  expect(netMoney(charged)).toEqual({
    ...{ currency: 'RUB', money: units('-1000'), fees: units('2.5') },
    ...{ taxes: 0n, net: units('-1002.5') },
  })
  expect(chargesOfRow('1', near)).toEqual({ rows: [], charges: [], possible: [] })
})

it('a commission of an order counts once for all fills, and each fill gives the same result', () => {
  const near = attributeCharges([trade('1', 0), trade('2', 0), commission('3', 0, '-4')])
  for (const id of ['1', '2']) {
    expect(netMoney(chargesOfRow(id, near))).toMatchObject({ money: units('-2000'), net: units('-2004') })
  }
})

it('while a charge may belong to another row too, the net money is not known', () => {
  const near = attributeCharges([trade('1', 0), trade('2', 0, 'B@X'), commission('3', 0, '-4')])
  const charged = chargesOfRow('1', near)
  expect([charged.charges.length, charged.possible.map(({ id }) => id)]).toEqual([0, ['3']])
  expect(netMoney(charged)?.net).toBeNull()
})

it('totals by kind and currency have attributed charges, those of the account and ambiguous ones; a refund reduces them', () => {
  const totals = new ChargeTotals()
  totals.add(attributeCharges([trade('1', 0), commission('2', 0, '-4')]))
  totals.add(attributeCharges([commission('3', 0, '-177'), commission('4', 0, '7')]))
  totals.add(attributeCharges([trade('5', 0), trade('6', 0, 'B@X'), commission('7', 0, '-1')]))
  totals.add([{ charge: makeRow('tax', { id: '8', money: '-5', currency: 'USD' }), owner: { kind: 'account' } }])
  expect(totals.list()).toEqual([
    {
      ...{ kind: 'commission', currency: 'RUB', count: 4 },
      ...{ attributed: units('4'), ofAccount: units('170'), ambiguous: units('1') },
    },
    { kind: 'tax', currency: 'USD', count: 1, attributed: 0n, ofAccount: units('5'), ambiguous: 0n },
  ])
})

it('a charge concerns each instrument that it belongs to or may belong to', () => {
  const [only] = attributeCharges([trade('1', 0), trade('2', 0, 'B@X'), commission('3', 0, '-1')])
  expect(['A@X', 'B@X', 'C@X'].map((symbol) => concerns(only!, symbol))).toEqual([true, true, false])
})

it('a charge among 200,000 rows of the same time is attributed', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => trade(String(index), 0, `S${index}@X`))
  const [first] = attributeCharges([...rows, commission('9999999', 0, '-1')])
  expect(first?.owner.kind).toBe('ambiguous')
})
