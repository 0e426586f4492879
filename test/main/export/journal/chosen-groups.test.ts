import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId, makeTrade, openLedgerRig } from '../../ledger/rig.ts'
import { checkBeancount, ledgerBalances, ledgerProgramBalances } from './balances.ts'
import { run, testWith, writeJournal } from './programs.ts'
import { hledgerQuery, readHledger } from './read-balances.ts'
import { journalOf } from './rig.ts'

const day = (number: number): number => Date.UTC(2024, 0, 1) + (number - 1) * dayMs
const moved = (id: string, at: number, symbol: string, pieces: string) =>
  makeTransaction(id, at, { category: 'OTHERS', name: 'Нечто', symbol, change: null, changeQuantity: dec(pieces) })
const paid = (id: string, at: number, currency: string, amount: string) =>
  makeTransaction(id, at, { category: 'OTHERS', name: 'Нечто', change: { currency, amount: dec(amount) } })

/** One group of each kind that moves lots or money, with what comes before and after them. */
const rows = [
  ...[makeTrade('1', day(1), 'A@X', '100', '-9000'), makeTrade('2', day(2), 'A@X', '20', '-2001')],
  moved('3', day(10), 'B@X', '60'),
  ...[makeTrade('4', day(12), 'A@X', '-60', '6000'), makeTrade('5', day(13), 'B@X', '-5', '200')],
  ...[moved('6', day(20), 'B@X', '-55'), moved('7', day(41), 'C@X', '110')],
  ...[moved('8', day(50), 'C@X', '-110'), moved('9', day(60), 'C@X', '11')],
  ...[makeTrade('10', day(70), 'A@X', '-60', '500'), makeTrade('11', day(90), 'A@X', '60', '-503')],
  ...[makeTrade('12', day(91), 'A@X', '7', '-77'), paid('13', day(99), 'RUB', '77'), moved('14', day(98), 'A@X', '-7')],
  ...[paid('15', day(100), 'RUB', '-90'), paid('16', day(120), 'USD', '1')],
  makeTrade('17', day(130), 'C@X', '-11', '2000'),
]
const group = (kind: RowGroup['kind'], ...rowIds: string[]): RowGroup => ({
  ...{ id: kind, accountId, rowIds, kind, costShare: kind === 'spin-off' ? dec('0.15') : null },
})

async function start() {
  const rig = openLedgerRig()
  await rig.write(rows)
  const { kinds } = rig.cache.transactions
  await kinds.group([
    ...[group('spin-off', '1', '3'), group('symbol-change', '6', '7'), group('split', '8', '9')],
    ...[group('repo', '10', '11'), group('reversal', '12', '13', '14'), group('currency-exchange', '15', '16')],
  ])
  while ((await kinds.step()).left > 0);
  rig.refresh()
  return rig
}

testWith(
  'hledger',
  'ledger',
  'bean-check',
)('groups balance in all programs, and each row is one entry', async () => {
  const { db } = await start()
  const balances = ledgerBalances(db)
  const hledger = writeJournal(journalOf(db, { format: 'hledger' }))
  run('hledger', '-f', hledger, 'check', '--strict')
  expect(readHledger(run('hledger', '-f', hledger, ...hledgerQuery))).toEqual(balances)
  expect(run('hledger', '-f', hledger, 'codes').trim().split('\n').length).toBe(rows.length)
  expect(ledgerProgramBalances(writeJournal(journalOf(db, { format: 'ledger' })))).toEqual(balances)
  checkBeancount(journalOf(db, { format: 'beancount' }), balances)
})

test('the entry of a spin-off takes the cost from the lots of the old symbol', async () => {
  const { db } = await start()
  const [entry = ''] = journalOf(db, { format: 'hledger' })
    .split('\n\n')
    .filter((part) => part.includes('(3)'))
  const postings = entry.split('\n').filter((line) => line.startsWith('    ') && !line.includes(';'))
  expect(postings.map((line) => line.trim().replace('1900001:', ''))).toEqual([
    'Assets:Securities  -100 "A@X" {{9000.00 RUB}} [2024-01-01] @@ 9000.00 RUB',
    'Assets:Securities  -20 "A@X" {{2001.00 RUB}} [2024-01-02] @@ 2001.00 RUB',
    'Assets:Securities  100 "A@X" {{7650.00 RUB}} [2024-01-01] @@ 7650.00 RUB',
    'Assets:Securities  20 "A@X" {{1700.85 RUB}} [2024-01-02] @@ 1700.85 RUB',
    'Equity:Splits  1650.15 RUB',
    'Assets:Securities  50 "B@X" {{1350.00 RUB}} [2024-01-01] @@ 1350.00 RUB',
    'Assets:Securities  10 "B@X" {{300.15 RUB}} [2024-01-02] @@ 300.15 RUB',
    'Equity:Splits  -1650.15 RUB',
  ])
})
