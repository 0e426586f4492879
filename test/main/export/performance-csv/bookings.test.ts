import { unzipSync, strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { accountPart } from '#main/export/journal/inert-text.ts'
import { bookingTables } from '#main/export/performance-csv/bookings.ts'
import { writePerformanceCsv } from '#main/export/performance-csv/write-performance-csv.ts'
import type { LedgerChoices } from '#main/ledger/replay/replay-inputs.ts'
import { add, negate, zero, type Decimal } from '#shared/decimal.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../insight/make.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../../ledger/rig.ts'
import { ledgerBalances } from '../journal/balances.ts'
import { anyKeptKinds, anyRows } from '../journal/make-any-rows.ts'

type Rig = ReturnType<typeof openLedgerRig>
type Row = Readonly<Record<string, string | number | null>>

/** The rows of both files, by column name. */
async function rowsOf({ db }: Rig, choices: LedgerChoices = fifo): Promise<Row[]> {
  const cache = createCache(db)
  const found: Row[] = []
  for (const { columns, chunks } of bookingTables({ db, tables: cache, names: cache, choices, accountIds: null }))
    for await (const chunk of chunks())
      for (const cells of chunk)
        found.push(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null])))
  return found
}

const incomingTypes = ['Deposit', 'Dividend', 'Interest', 'Fees Refund', 'Tax Refund', 'Sell']
const isDelivery = (type: unknown): boolean => String(type).startsWith('Delivery')

/** The sums of the bookings: cash by account and currency, and pieces by account and symbol. */
function sumsOf(rows: readonly Row[]): Record<string, Decimal> {
  const sums: Record<string, Decimal> = {}
  const book = (key: string, amount: Decimal): void => void (sums[key] = add(sums[key] ?? zero, amount))
  const signed = (value: unknown, isIn: boolean): Decimal => (isIn ? dec(String(value)) : negate(dec(String(value))))
  for (const row of rows) {
    const type = String(row['Type'])
    const account = `Assets:${accountPart(String(row['Securities Account']))}`
    if (!isDelivery(type))
      book(`${account}:Cash ${row['Transaction Currency']}`, signed(row['Value'], incomingTypes.includes(type)))
    if (row['Shares'] !== null)
      book(`${account}:Securities ${row['Ticker Symbol']}`, signed(row['Shares'], /Buy|Inbound/.test(type)))
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== '0'))
}

test.each([1, 2, 3])('cash and pieces of random rows add up to those of the ledger (seed %i)', async (seed) => {
  const rig = openLedgerRig()
  const written = anyRows(seed, 250)
  await rig.write(written, 'a')
  await rig.write(anyRows(seed + 100, 250), 'b;c')
  for (const { id, kind } of anyKeptKinds(seed, written))
    await rig.cache.transactions.kinds.choose({ scope: 'row', accountId: 'a', id }, kind)
  rig.refresh(fifo)
  const rows = await rowsOf(rig)
  expect(sumsOf(rows)).toEqual(ledgerBalances(rig.db))
  for (const row of rows) expect(String(row['Value'])).toMatch(/^\d+(\.\d+)?$/)
})

const at = Date.UTC(2024, 2, 5, 10, 15)
const row = (id: string, category: string, name: string, money: string, symbol = ''): Transaction =>
  makeTransaction(id, at, { category, name, symbol, change: { currency: 'RUB', amount: dec(money) } })

test('each kind has the booking that a user would enter', async () => {
  const rig = openLedgerRig()
  rig.cache.instrumentDetails.put(makeDetails({ symbol: 'A@X', name: 'Alpha', type: 'EQUITIES' }), 1)
  await rig.write([
    row('1', 'DEPOSIT', 'Ввод денежных средств', '1000'),
    makeTrade('2', at, 'A@X', '10', '-200'),
    makeTrade('3', at + 1000, 'A@X', '-4', '100'),
    row('4', 'INCOME', 'Дивиденды', '7.5', 'A@X'),
    row('5', 'TAX', 'Налог', '-1', 'A@X'),
    row('6', 'COMMISSION', 'Брокерская комиссия', '-0.3'),
    row('7', 'WITHDRAW', 'Вывод денежных средств', '-50'),
  ])
  rig.refresh(fifo)
  const rows = await rowsOf(rig)
  expect(rows.map((each) => [each['Type'], each['Value'], each['Shares'], each['Ticker Symbol']])).toEqual([
    ['Buy', '200', '10', 'A@X'],
    ['Sell', '100', '4', 'A@X'],
    ['Deposit', '1000', null, null],
    ['Dividend', '7.5', null, 'A@X'],
    ['Taxes', '1', null, 'A@X'],
    ['Fees', '0.3', null, null],
    ['Removal', '50', null, null],
  ])
  expect(rows[0]).toMatchObject({ Date: '2024-03-05', Time: '10:15', 'Security Name': 'Alpha' })
  expect(rows[0]).toMatchObject({ 'Cash Account': '1900001 RUB', 'Securities Account': '1900001' })
})

test('opening balances are a deposit and a delivery', async () => {
  const rig = openLedgerRig()
  await rig.write([row('1', 'DEPOSIT', 'Ввод денежных средств', '1')])
  const choices = {
    ...fifo,
    openings: [
      { accountId: '1900001', symbol: 'A@X', currency: null, amount: dec('12.5') },
      { accountId: '1900001', symbol: null, currency: 'USD', amount: dec('0.01') },
    ],
  }
  rig.refresh(choices)
  expect((await rowsOf(rig, choices)).map((each) => [each['Type'], each['Value'], each['Shares']])).toEqual([
    ['Delivery (Inbound)', '0', '12.5'],
    ['Deposit', '0.01', null],
    ['Deposit', '1', null],
  ])
})

test('the archive explains how to import its files, and broken text stays in its cell', async () => {
  const rig = openLedgerRig()
  await rig.write([row('1', 'DEPOSIT', '=SUM(A1)\n"x",y', '1')])
  rig.refresh(fifo)
  const cache = createCache(rig.db)
  const parts: Uint8Array[] = []
  await writePerformanceCsv(
    bookingTables({ db: rig.db, tables: cache, names: cache, choices: fifo, accountIds: null }),
    {
      append: (data) => Promise.resolve(void parts.push(data)),
      onRows: () => Promise.resolve(),
      remarks: ['A part of the history of 1900001 is not loaded.'],
    },
  )
  const files = unzipSync(Buffer.concat(parts))
  expect(Object.keys(files)).toEqual(['README.txt', 'portfolio-transactions.csv', 'account-transactions.csv'])
  expect(strFromU8(files['README.txt']!)).toContain('A part of the history of 1900001 is not loaded.')
  const lines = strFromU8(files['account-transactions.csv']!).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=SUM(A1) ""x"",y, 1"`)
})

test('a spin-off moves its share of the cost', async () => {
  const rig = openLedgerRig()
  const spinOff = { category: 'OTHERS', name: 'Нечто', change: null }
  await rig.write([
    makeTrade('1', at, 'A@X', '100', '-9000'),
    makeTrade('2', at + 1, 'A@X', '20', '-2001'),
    makeTransaction('3', at + 2, { ...spinOff, symbol: 'B@X', changeQuantity: dec('60') }),
  ])
  const rowIds = ['1', '3']
  await rig.cache.transactions.kinds.group([{ id: 'g', accountId, rowIds, kind: 'spin-off', costShare: dec('0.15') }])
  while ((await rig.cache.transactions.kinds.step()).left > 0);
  rig.refresh(fifo)
  const rows = await rowsOf(rig)
  const deliveries = rows.filter((each) => isDelivery(each['Type']))
  expect(deliveries.map((each) => [each['Type'], each['Ticker Symbol'], each['Shares'], each['Value']])).toEqual([
    ['Delivery (Outbound)', 'A@X', '120', '11001'],
    ['Delivery (Inbound)', 'A@X', '120', '9350.85'],
    ['Delivery (Inbound)', 'B@X', '60', '1650.15'],
  ])
  expect(sumsOf(rows)).toEqual(ledgerBalances(rig.db))
})
