import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, testWith, writeJournal } from '../export/journal/programs.ts'
import { openReported, reportedCases, type ReportedCase, type ReportedProfile } from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Payments in another currency than declared, taxes as a set, and rows without a currency.

type Rows = ReportedCase['accounts'][string]['rows']

const caseOf = (id: string): ReportedCase => {
  const found = reportedCases.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}.`)
  return found
}
const dollars = caseOf('dividend-declared-in-dollars')
const taxes = caseOf('coupon-tax-charged-next-day')
const margin = caseOf('futures-change-without-currency')

/** A case with other symbols and ids, so that it is an account of its own in the same profile. */
function kin(base: ReportedCase, name: string, change: (account: ReportedCase) => ReportedCase): ReportedCase {
  const text = JSON.stringify(base).replace(/"([A-Z]{4})@/g, `"$1${name.toUpperCase()}@`)
  return change({ ...(JSON.parse(text) as ReportedCase), id: name })
}

const withRows = (each: ReportedCase, rows: (rows: Rows) => Rows, cash = {}): ReportedCase => ({
  ...each,
  accounts: Object.fromEntries(
    Object.entries(each.accounts).map(([key, account]) => [
      key,
      { ...account, rows: rows(account.rows), cash: { ...account.cash, ...cash } },
    ]),
  ),
})

const paidTwice = kin(dollars, 'twice', (each) =>
  withRows(each, (rows) =>
    rows.flatMap((row) =>
      row.category === 'INCOME'
        ? [
            { ...row, change: '1440' },
            { ...row, id: '1096', at: '2025-05-27T09:00:00Z', change: '720' },
          ]
        : [row],
    ),
  ),
)
// Rates are those of the whole profile, so this one is of another month.
const withTrade = kin(
  JSON.parse(JSON.stringify(dollars).replaceAll('2025-05', '2025-08')) as ReportedCase,
  'rate',
  (each) =>
    withRows(
      {
        ...each,
        instruments: { ...each.instruments, 'USD000UTSTOM@MISX': { type: 'CURRENCIES', currency: 'RUB', price: '80' } },
      },
      (rows) => [
        ...rows,
        {
          ...{ id: '1090', at: '2025-08-19T09:00:00Z', category: 'OTHERS', name: 'Покупка', change: '-88.2' },
          ...{ currency: 'RUB', symbol: 'USD000UTSTOM@MISX', size: '1', price: '88.2' },
        },
      ],
    ),
)
const otherOrder = kin(taxes, 'order', (each) =>
  withRows(each, (rows) =>
    rows
      .map((row) => (row.id === '5080' ? { ...row, id: '5082' } : row))
      .toSorted((a, b) => Number(b.id) - Number(a.id)),
  ),
)
const oneTax = kin(taxes, 'one', (each) => withRows(each, (rows) => rows.filter(({ id }) => id !== '5080')))

const unstated = kin(margin, 'unstated', (each) =>
  withRows(each, (rows) => rows.map((row) => (row.id === '5003' ? { ...row, currency: '' } : row))),
)
const several = kin(unstated, 'several', (each) =>
  withRows(
    each,
    (rows) => [
      ...rows,
      { ...rows[0], id: '5009', at: '2025-01-11T09:00:00Z', change: '7', currency: 'USD' } as Rows[number],
    ],
    { USD: '7' },
  ),
)

const cases = [dollars, taxes, margin, paidTwice, withTrade, otherOrder, oneTax, unstated, several]

let opened: ReportedProfile
beforeAll(async () => {
  opened = await openReported(cases)
  await opened.settle()
}, 120_000)
afterAll(() => opened.close())

/** The text of a journal of an account. */
async function journalOf({ id }: ReportedCase, format: 'hledger' | 'ledger'): Promise<string> {
  const accountIds = [opened.accountOf(id)]
  const started = await opened.client.call('exports.startWhole', { format, accountIds })
  const done = async () => (await opened.client.call('exports.list')).find((each) => each.id === started.id)
  await expect.poll(async () => (await done())?.phase, { timeout: 10_000 }).toBe('done')
  return readFileSync((await done())?.path ?? '', 'utf8')
}

const read = ({ id }: ReportedCase) => figuresOf(opened, opened.accountOf(id))
/** The income of the past. */
const pastIncome = async (each: ReportedCase) => (await read(each).income()).filter(({ date }) => date < '2026-12')

test('a dividend that is declared in dollars and paid in roubles is one received row with its implied rate', async () => {
  const rows = await pastIncome(dollars)
  expect(rows).toMatchObject([
    {
      ...{ state: 'received', currency: 'RUB', gross: '2160', expected: { low: '24', high: '24', currency: 'USD' } },
    },
  ])
  expect(rows[0]?.rule).toContainEqual({
    ...{ code: 'implied-rate', rate: { from: 'USD', to: 'RUB', implied: '90', known: null } },
  })
  for (const state of dollars.expect['statesNot'] as string[]) expect(rows.map((row) => row.state)).not.toContain(state)
})

test('such a dividend in two parts is one received row', async () => {
  expect(await pastIncome(paidTwice)).toMatchObject([{ state: 'received', gross: '2160', expected: { low: '24' } }])
})

test('its implied rate is compared with that of an own trade of the days before', async () => {
  const [row] = await pastIncome(withTrade)
  expect(row).toMatchObject({ state: 'received', gross: '2160' })
  expect(row?.rule).toContainEqual({
    ...{
      code: 'implied-rate-is-near',
      date: '2025-08-19',
      rate: { from: 'USD', to: 'RUB', implied: '90', known: '88.2' },
    },
  })
})

test('two taxes without a symbol belong to the coupons that they fit as a set', async () => {
  expect((await pastIncome(taxes)).map(({ tax }) => tax)).toEqual(taxes.expect['taxes'])
  expect((await pastIncome(otherOrder)).map(({ tax }) => tax)).toEqual(taxes.expect['taxes'])
})

test('a tax that fits two coupons is known of neither, and both rows say so', async () => {
  const rows = await pastIncome(oneTax)
  expect(rows.map(({ tax, net }) => [tax, net])).toEqual([
    [null, null],
    [null, null],
  ])
  for (const { rule } of rows) expect(rule).toContainEqual({ code: 'tax-not-assigned', count: 1 })
})

test('an amount of 0 without a currency is no second currency', async () => {
  const { currency, reason } = await read(margin).performance()
  expect({ currency, reason }).toEqual({ currency: margin.expect['currency'], reason: margin.expect['reason'] })
})

test('money without a currency is in the only currency of the account, and says that this is assumed', async () => {
  const { currency, reason, realized } = await read(unstated).performance()
  expect({ currency, reason, realized }).toEqual({ currency: 'RUB', reason: null, realized: '100' })
  const row = { accountId: opened.accountOf(unstated.id), id: '5003' }
  expect(await opened.client.call('transactions.detail', row)).toMatchObject({
    transaction: { change: { currency: 'RUB', amount: '100' } },
    isCurrencyAssumed: true,
  })
})

test('in an account with several currencies it keeps its amount, and the figures name it', async () => {
  const { byCurrency } = await read(several).performance()
  expect(byCurrency.map(({ currency, realized }) => [currency, realized]).sort()).toEqual([
    ['', '100'],
    ['RUB', '0'],
    ['USD', '0'],
  ])
  const row = { accountId: opened.accountOf(several.id), id: '5003' }
  const { transaction, isCurrencyAssumed } = await opened.client.call('transactions.detail', row)
  expect([transaction.change, isCurrencyAssumed]).toEqual([{ currency: '', amount: '100' }, undefined])
})

testWith('hledger', 'ledger')(
  'hledger and ledger read the journals of these accounts',
  { timeout: 60_000 },
  async () => {
    for (const each of [margin, unstated, several]) {
      const hledger = await journalOf(each, 'hledger')
      expect(hledger).not.toContain('""')
      run('hledger', '-f', writeJournal(hledger), 'check')
      run('ledger', '-f', writeJournal(await journalOf(each, 'ledger')), 'bal')
    }
  },
)
