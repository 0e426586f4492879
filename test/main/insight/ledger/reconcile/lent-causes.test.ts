import { expect, it } from 'vitest'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { makeRow } from '../make-row.ts'
import { evidenceOf, figuresOf } from './random-rows.ts'

const symbol = 'AAA@MISX'
const deposit = makeRow('deposit', { id: '1', at: 1, money: '1000' })
const bought = makeRow('buy', { id: '2', at: 2, symbol, money: '-100', pieces: '10', trade: { size: '10' } })

/** The first cause of the difference if the service counts the first rows, and all of them are loaded. */
function firstCause(counted: readonly LedgerRow[], loaded: readonly LedgerRow[]) {
  const cause = reconcile(figuresOf(counted, loaded), evidenceOf(loaded)).positions[0]?.causes[0]
  return [cause?.kind, cause?.transactionIds, plainCauseText(cause?.reasons ?? [])]
}

it('pieces that are lent, and still counted by the service, are named with their row', () => {
  const lent = makeRow('securities-loan', { id: '3', at: 3, symbol, pieces: '-4' })
  expect(firstCause([deposit, bought], [deposit, bought, lent])).toEqual([
    ...['lent-pieces', ['3']],
    'The service still counts pieces that were given for a while: the securities loan of 4 AAA@MISX on 1970-01-01 (row 3).',
  ])
})

it('so are those of an open repo, after an earlier one has ended', () => {
  const repo = (id: string, pieces: string, money: string) =>
    makeRow('repo', { id, at: Number(id), symbol, pieces, money, trade: { size: pieces.replace('-', '') } })
  const ended = [repo('3', '-4', '40'), repo('4', '4', '-41')]
  const rows = [deposit, bought, ...ended, repo('5', '-6', '60')]
  const counted = [...rows.slice(0, -1), makeRow('deposit', { id: '5', at: 5, money: '60' })]
  expect(firstCause(counted, rows).slice(0, 2)).toEqual(['lent-pieces', ['5']])
})

it('pieces that were borrowed, and that the service does not count, are named too', () => {
  const borrowed = makeRow('securities-loan', { id: '3', at: 3, symbol, pieces: '7' })
  expect(firstCause([deposit, bought], [deposit, bought, borrowed])).toEqual([
    ...['lent-pieces', ['3']],
    'The service does not count pieces that were taken for a while: the securities loan of 7 AAA@MISX on 1970-01-01 (row 3).',
  ])
})

it('a difference of other pieces has other causes', () => {
  const lent = makeRow('securities-loan', { id: '3', at: 3, symbol, pieces: '-4' })
  const more = makeRow('buy', { id: '4', at: 4, symbol, money: '-50', pieces: '5', trade: { size: '5' } })
  expect(firstCause([deposit, bought, lent, more], [deposit, bought, lent])[0]).toBe('missing-row')
})
