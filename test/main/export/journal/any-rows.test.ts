import { expect } from 'vitest'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { fifo, openLedgerRig } from '../../ledger/rig.ts'
import { checkBeancount, ledgerBalances, ledgerProgramBalances } from './balances.ts'
import { anyKeptKinds, anyRows } from './make-any-rows.ts'
import { run, testWith, writeJournal } from './programs.ts'
import { hledgerQuery, readHledger } from './read-balances.ts'
import { journalOf } from './rig.ts'

const openings = [
  { accountId: 'a', symbol: 'A@X', currency: null, amount: dec('12.5') },
  { accountId: 'b;c', symbol: null, currency: 'USD', amount: dec('0.01') },
]

testWith('hledger', 'ledger', 'bean-check').each<[LotMethod, number]>([
  ['fifo', 1],
  ['lifo', 2],
  ['hifo', 3],
  ['average', 4],
])('rows of any kind and any text balance in all programs (%s, seed %i)', async (method, seed) => {
  const rig = openLedgerRig()
  const rows = anyRows(seed, 250)
  await rig.write(rows, 'a')
  await rig.write(anyRows(seed + 100, 250), 'b;c')
  for (const { id, kind } of anyKeptKinds(seed, rows))
    await rig.cache.transactions.kinds.choose({ scope: 'row', accountId: 'a', id }, kind)
  const choices = { method, openings: seed === 1 ? openings : [], maturities: [] }
  rig.refresh(choices)
  const text = (format: 'hledger' | 'ledger' | 'beancount'): string =>
    journalOf(rig.db, { format, choices, nameOf: (symbol) => `Name of ${symbol}\n; "x"` })
  const balances = { ...ledgerBalances(rig.db) }
  if (seed === 1) {
    const key = 'Assets:X--b-3B-c:Cash USD'
    balances[key] = String((Number(balances[key]) * 1e6 + 1e4) / 1e6)
  }
  const hledger = writeJournal(text('hledger'))
  run('hledger', '-f', hledger, 'check', '--strict')
  expect(readHledger(run('hledger', '-f', hledger, ...hledgerQuery))).toEqual(balances)
  const codes = run('hledger', '-f', hledger, 'codes').trim().split('\n')
  expect([codes.length, new Set(codes).size]).toEqual([500, 250])
  expect(ledgerProgramBalances(writeJournal(text('ledger')))).toEqual(balances)
  checkBeancount(text('beancount'), balances)
})

testWith('hledger')(
  'money and pieces of unknown kinds have their own account, and the head gives their number',
  async () => {
    const rig = openLedgerRig()
    const unknown = { category: 'SOMETHING', name: 'Нечто', change: { currency: 'RUB', amount: dec('5') } }
    await rig.write([makeTransaction('1', 1, unknown), makeTransaction('2', 2, unknown)])
    rig.refresh(fifo)
    const text = journalOf(rig.db, { format: 'hledger' })
    expect(text).toContain('The kind of 2 transactions is not known')
    const output = run('hledger', '-f', writeJournal(text), 'balance', '--flat', '-N', 'Clearing')
    expect(output.trim()).toBe('-10.00 RUB  Equity:1900001:Clearing:UnknownKind')
  },
)
