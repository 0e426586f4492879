import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { negate, zero, type Decimal } from '#shared/decimal.ts'
import { englishIncomeRule } from '#shared/text/income-rule.ts'
import { ledgerProgramBalances } from '../export/journal/balances.ts'
import { run, testWith, writeJournal } from '../export/journal/programs.ts'
import { hledgerQuery, readHledger } from '../export/journal/read-balances.ts'
import { now } from '../recorded/replayed-profile.ts'
import { cashAfter, listTransactions, Sums, today } from './account-figures.ts'
import { exportList, exportTables, exportWhole, sumJournal, withoutZeros, type CsvRow } from './exported-files.ts'
import { openReported, reportedCases, type ReportedCase, type ReportedProfile } from './reported-accounts.ts'
import { unstatedCases } from './unstated-cases.ts'

// The same figures in every file that the app exports as on its screens, for the accounts of all reports.

const cases: readonly ReportedCase[] = [...reportedCases, ...unstatedCases]

let opened: ReportedProfile
let accountIds: readonly string[]
beforeAll(async () => {
  opened = await openReported(cases)
  await opened.settle()
  accountIds = cases.flatMap(({ id, accounts }) => Object.keys(accounts).map((key) => opened.accountOf(id, key)))
}, 180_000)
afterAll(() => opened.close())

const lotsOf = async () =>
  (
    await Promise.all(accountIds.map((accountId) => opened.client.call('lots.list', { accountId, symbol: null })))
  ).flat()

const realizedOf = async () => {
  const scope = { symbol: null, type: null, currency: null, from: 0, to: now, limit: 1000 }
  return Promise.all(
    accountIds.map(async (accountId) => ({
      ...(await opened.client.call('performance.realized', { accountId, ...scope })),
      accountId,
    })),
  )
}

describe.each(['hledger', 'ledger', 'beancount'] as const)('the journal of %s', (format) => {
  test('has the cash, the pieces, the cost of the lots and the realized profit of the screens', async () => {
    const text = String(await exportWhole(opened, format))
    const { balances, costs } = sumJournal(text, format)
    const own = (sums: Readonly<Record<string, Decimal>>, part: RegExp) =>
      Object.fromEntries(Object.entries(sums).filter(([key]) => part.test(key)))
    const [held, lotCosts, profit] = [new Sums(), new Sums(), new Sums()]
    for (const accountId of accountIds) {
      const day = await opened.client.call('history.day', { accountId, date: today, knowledge: 'now' })
      for (const { cash, positions } of day.accounts) {
        for (const { currency, amount } of cash ?? []) held.add(`Assets:${accountId}:Cash ${currency || 'XXX'}`, amount)
        for (const { symbol, quantity } of positions ?? [])
          held.add(`Assets:${accountId}:Securities ${symbol}`, quantity ?? zero)
      }
    }
    for (const { accountId, symbol, currency, cost } of await lotsOf())
      lotCosts.add(`Assets:${accountId}:Securities ${symbol} ${currency || 'XXX'}`, cost ?? zero)
    for (const { accountId, totals } of await realizedOf())
      for (const total of totals)
        profit.add(`Income:${accountId}:RealizedProfit ${total.currency}`, negate(total.profit))
    expect(own(balances, /^Assets:\d+:(Cash|Securities) /)).toEqual(withoutZeros(held.amounts))
    expect(own(costs, /^Assets:/)).toEqual(withoutZeros(lotCosts.amounts))
    expect(own(balances, /:RealizedProfit /)).toEqual(withoutZeros(profit.amounts))
    expect(text).toContain('The currency of 1 amounts is not known: they are in XXX.')
    expect(text.match(/currency_source: "?assumed/g)?.length).toBe(
      (await listTransactions(opened)).filter(({ isCurrencyAssumed }) => isCurrencyAssumed).length,
    )
  })
})

testWith('hledger', 'ledger', 'bean-check')(
  'hledger, ledger and beancount read these journals',
  { timeout: 120_000 },
  async () => {
    const hledger = String(await exportWhole(opened, 'hledger'))
    const path = writeJournal(hledger)
    run('hledger', '-f', path, 'check', '--strict')
    const { balances } = sumJournal(hledger, 'hledger')
    const assets = Object.fromEntries(Object.entries(balances).filter(([key]) => key.startsWith('Assets')))
    expect(readHledger(run('hledger', '-f', path, ...hledgerQuery))).toEqual(assets)
    expect(ledgerProgramBalances(writeJournal(String(await exportWhole(opened, 'ledger'))))).toEqual(assets)
    run('bean-check', writeJournal(String(await exportWhole(opened, 'beancount')), 'beancount'))
  },
)

describe('CSV, the archive and the workbook', () => {
  const cell = (value: Decimal | string | null | undefined): string => value ?? ''
  const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
  const pick = (rows: readonly CsvRow[], columns: readonly string[]): string[] =>
    rows.map((row) => columns.map((name) => row[name] ?? `no ${name}`).join(' | ')).sort()
  const lines = (rows: readonly (readonly (Decimal | string | null | undefined)[])[]): string[] =>
    rows.map((row) => row.map(cell).join(' | ')).sort()

  test('have the kinds, amounts and currencies of the list, with the source of each currency', async () => {
    const sourceOf = new Map(
      cases.flatMap(({ id, accounts }) =>
        Object.entries(accounts).flatMap(([key, { rows }]) => {
          const only = new Set(rows.flatMap(({ currency }) => currency || [])).size === 1
          return rows.map((row): [string, string] => [
            `${opened.accountOf(id, key)} ${row.id}`,
            // An amount of 0 without a currency is no money.
            row.currency ? 'stated' : Number(row.change ?? 0) === 0 ? '' : only ? 'assumed' : 'unknown',
          ])
        }),
      ),
    )
    const expected = lines(
      (await listTransactions(opened)).map(({ accountId, kind, transaction: { id, change } }) => [
        ...[accountId, id, kind, change?.currency, change?.amount, sourceOf.get(`${accountId} ${id}`)],
      ]),
    )
    const columns = ['account', 'id', 'kind', 'currency', 'amount', 'currency_source']
    expect(pick(await exportList(opened), columns)).toEqual(expected)
    expect(pick((await exportTables(opened))('transactions'), columns)).toEqual(expected)
  })

  test('have the lots, realized lots and income of the screens', async () => {
    const table = await exportTables(opened)
    expect(pick(table('lots'), ['account', 'symbol', 'quantity', 'opened', 'currency', 'cost'])).toEqual(
      lines(
        (await lotsOf()).map((lot) => [
          ...[lot.accountId, lot.symbol, lot.quantity, time(lot.openedAt), lot.currency, lot.cost],
        ]),
      ),
    )
    const realized = (await realizedOf()).flatMap(({ lots }) => lots)
    const columns = ['account', 'symbol', 'pieces', 'opened', 'closed', 'currency', 'cost', 'proceeds', 'profit']
    expect(pick(table('realized-lots'), columns)).toEqual(
      lines(
        realized.map((lot) => [
          ...[lot.accountId, lot.symbol, lot.pieces, time(lot.openedAt), time(lot.closedAt), lot.currency, lot.cost],
          ...[lot.proceeds, lot.profit],
        ]),
      ),
    )
    const income = await opened.client.call('income.list', { accountId: null, from: 0, to: now })
    const isPast = ({ date }: { readonly date?: string }): boolean => (date ?? '') < today
    const paid = [
      'account',
      'date',
      'symbol',
      'kind',
      'state',
      'currency',
      'gross',
      'tax',
      'net',
      'transactions',
      'rule',
    ]
    expect(pick(table('income').filter(isPast), paid)).toEqual(
      lines(
        income
          .filter(isPast)
          .map((row) => [
            ...[row.accountId, row.date, row.symbol, row.kind, row.state, row.currency, row.gross, row.tax, row.net],
            ...[row.transactionIds.join(' '), englishIncomeRule(row.rule)],
          ]),
      ),
    )
  })

  test('are equal to each other', async () => {
    const table = await exportTables(opened)
    const sheets = await readWorkbook(await exportWhole(opened, 'xlsx'))
    for (const { sheet, data } of sheets) {
      const [head = [], ...rows] = data
      expect([sheet, rows.length]).toEqual([sheet, table(sheet).length])
      const amounts = head.flatMap((name, index) =>
        /amount|cost|profit|gross|quantity|pieces/.test(String(name)) ? [index] : [],
      )
      for (const index of amounts)
        expect(rows.map((row) => row[index] ?? '')).toEqual(
          table(sheet).map((row) => {
            const text = row[String(head[index])] ?? ''
            return text === '' ? '' : Number(text)
          }),
        )
    }
  })
})

test('sums of the list by currency re-add the rows of the reports', async () => {
  const totals = await opened.client.call('transactions.totals', { filter: { conditions: [], text: '' } })
  const sums = new Sums()
  for (const { accounts } of cases)
    for (const { rows } of Object.values(accounts))
      for (const [currency, amount] of cashAfter(rows, today)) sums.add(currency, amount)
  expect(withoutZeros(new Map(totals.byCurrency.map(({ currency, amount }) => [currency, amount])))).toEqual(
    withoutZeros(sums.amounts),
  )
  for (const group of [totals.byKind, totals.byCategory])
    for (const { currency, amount } of group) sums.add(currency, negate(amount))
  for (const { currency, amount } of totals.byCurrency) sums.add(currency, amount)
  expect(withoutZeros(sums.amounts)).toEqual({})
})
