import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Evidence } from '#main/insight/ledger/reconcile/evidence.ts'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { makeRow } from '../make-row.ts'
import { anyRows, evidenceOf, figuresOf } from './random-rows.ts'

const symbol = 'AAA@MISX'
const deposit = makeRow('deposit', { id: '1', at: 1, money: '1000' })
const bought = makeRow('buy', { id: '2', at: 2, symbol, money: '-100', pieces: '10', trade: { size: '10' } })
const coupon = makeRow('coupon', { id: '3', at: 3, symbol, money: '37.4' })
const fee = makeRow('commission', { id: '4', at: 4, money: '-1.5' })

/** The causes of all differences if the service counts the first rows, and the others are loaded. */
const causesOf = (counted: readonly LedgerRow[], loaded: readonly LedgerRow[], more: Partial<Evidence>) => {
  const { positions, cash } = reconcile(figuresOf(counted, loaded), evidenceOf(loaded, more))
  return [...positions, ...cash].filter(({ difference }) => difference !== '0').map(({ causes }) => causes)
}
const kindsOf = (...given: Parameters<typeof causesOf>) => causesOf(...given).map(([first]) => first?.kind)

test('a coupon that the service no longer sends and still counts is the first cause, and no row to open', () => {
  const [causes] = causesOf([deposit, coupon], [deposit], { withdrawn: [coupon, fee] })
  expect(causes?.[0]).toMatchObject({ kind: 'withdrawn-row', transactionIds: [] })
  expect(plainCauseText(causes?.[0]?.reasons ?? [])).toBe(
    'The service still counts a transaction that it no longer sends: the coupon of 37.4 RUB on 1970-01-01 (row 3).',
  )
})

test('so are several that together are the difference, and a trade explains both its pieces and its money', () => {
  const [causes] = causesOf([deposit, coupon, fee], [deposit], { withdrawn: [coupon, fee] })
  expect(plainCauseText(causes?.[0]?.reasons ?? [])).toMatch(
    /^The service still counts transactions that it no longer sends: the coupon .* and the commission /,
  )
  const all = [deposit, bought, coupon]
  expect(kindsOf(all, [deposit, coupon], { withdrawn: [bought] })).toEqual(['withdrawn-row', 'withdrawn-row'])
  // Together with a loaded row that the service does not count, its money is not the difference in cash.
  expect(kindsOf([deposit, bought], [deposit, coupon], { withdrawn: [bought] })[0]).toBe('withdrawn-row')
})

test('a transaction that could not be read comes before it', () => {
  const unreadable = [{ from: 1, to: 2, count: 1 }]
  const causes = causesOf([deposit, coupon], [deposit], { withdrawn: [coupon], unreadable })
  expect(causes[0]?.map(({ kind }) => kind).slice(0, 2)).toEqual(['lost-row', 'withdrawn-row'])
})

test('a withdrawn row of another amount, currency, instrument or sign explains nothing', () => {
  const others = [
    makeRow('coupon', { id: '3', at: 3, symbol, money: '37.5' }),
    makeRow('coupon', { id: '3', at: 3, symbol, money: '37.4', currency: 'USD' }),
    makeRow('fine', { id: '3', at: 3, money: '-37.4' }),
    makeRow('buy', { id: '3', at: 3, symbol: 'BBB@MISX', pieces: '10' }),
  ]
  for (const other of others) {
    expect(kindsOf([deposit, coupon], [deposit], { withdrawn: [other] })).toEqual(['missing-row'])
    const kinds = causesOf([deposit, bought], [deposit], { withdrawn: [other] }).flat()
    expect(kinds.map(({ kind }) => kind)).not.toContain('withdrawn-row')
  }
})

test('of any history, any row that is withdrawn and still counted is the first cause of each of its differences', () => {
  fc.assert(
    fc.property(anyRows, fc.nat(), (rows, pick) => {
      const withdrawn = rows[pick % rows.length]!
      const loaded = rows.filter((row) => row !== withdrawn)
      const kinds = kindsOf(rows, loaded, { withdrawn: [withdrawn] })
      expect(kinds.length).toBeGreaterThan(0)
      expect(new Set(kinds)).toEqual(new Set(['withdrawn-row']))
    }),
  )
})

test('a loaded row that the last answers lack and the service no longer counts is the first cause, and can be opened', () => {
  const [causes] = causesOf([deposit, fee], [deposit, coupon, fee], { missing: [coupon, fee] })
  expect(causes?.[0]).toMatchObject({ kind: 'withdrawn-row', transactionIds: ['3'] })
  expect(plainCauseText(causes?.[0]?.reasons ?? [])).toMatch(
    /^The last complete answers of the service do not contain a transaction that is loaded: the coupon of 37.4 RUB/,
  )
  expect(kindsOf([deposit], [deposit, bought], { missing: [bought] })).toEqual(['withdrawn-row', 'withdrawn-row'])
  // The service counts it still, so it explains nothing.
  expect(kindsOf([deposit, coupon], [deposit], { missing: [coupon] })).not.toContain('withdrawn-row')
})
