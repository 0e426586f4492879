import { expect, test } from 'vitest'
import type { Evidence } from '#main/insight/ledger/reconcile/evidence.ts'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { makeRow } from '../make-row.ts'
import { evidenceOf, figuresOf } from './random-rows.ts'

const symbol = 'AAA@MISX'
const at = Date.UTC(2026, 2, 5, 10)
const dayMs = 86_400_000
const deposit = makeRow('deposit', { id: '1', at: 1, money: '1000' })
const bought = makeRow('buy', { id: '2', at: 2, symbol, money: '-100', pieces: '10', trade: { size: '10' } })
const sold = makeRow('sell', { id: '3', at, symbol, money: '100', pieces: '-10', trade: { size: '10' } })
const lost = [{ from: at, to: at + 1, count: 1 }]

/** The causes of all differences if the service counts the first rows, and the others are loaded. */
const causesOf = (counted: readonly LedgerRow[], loaded: readonly LedgerRow[], more: Partial<Evidence>) => {
  const { positions, cash } = reconcile(figuresOf(counted, loaded), evidenceOf(loaded, more))
  return [...positions, ...cash].filter(({ difference }) => difference !== '0').map(({ causes }) => causes)
}

test('a transaction that could not be read is the first cause, also before one that explains pieces and money', () => {
  const causes = causesOf([deposit, bought, sold], [deposit, bought], { unreadable: lost })
  expect(causes.map(([first]) => first?.kind)).toEqual(['lost-row', 'lost-row'])
  expect(plainCauseText(causes[0]?.[0]?.reasons ?? [])).toBe('1 transaction of 2026-03-05 could not be read.')
  expect(causesOf([deposit, bought, sold], [deposit, bought], {}).map(([first]) => first?.kind)).toEqual([
    'extra-row',
    'extra-row',
  ])
})

test('several of them name their time', () => {
  const unreadable = [...lost, { from: at + 3 * dayMs, to: at + 5 * dayMs, count: 2 }]
  const [causes] = causesOf([deposit], [], { unreadable })
  expect(plainCauseText(causes?.[0]?.reasons ?? [])).toBe(
    '3 transactions between 2026-03-05 and 2026-03-10 could not be read.',
  )
})

test('figures that agree have no cause, and pieces that are lent keep theirs', () => {
  expect(causesOf([deposit, bought], [deposit, bought], { unreadable: lost })).toEqual([])
  const lent = makeRow('securities-loan', { id: '3', at: 3, symbol, pieces: '-4' })
  const [causes] = causesOf([deposit, bought], [deposit, bought, lent], { unreadable: lost })
  expect(causes?.map(({ kind }) => kind)).not.toContain('lost-row')
})

test('a row whose instrument could not be read may be of any instrument that differs', () => {
  const nameless = { ...bought, symbol: '' }
  const [causes] = causesOf([deposit, bought], [deposit, nameless], { withoutInstrument: [nameless] })
  expect(causes?.[0]).toMatchObject({ kind: 'unreadable-row', transactionIds: ['2'] })
})
