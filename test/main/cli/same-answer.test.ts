import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseDecimal, sum } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { parseCells } from '../export/parse-cells.ts'
import { daysAgo, now, symbol } from '../ledger/offline-profile.ts'
import { openAssistant } from './mcp/open-assistant.ts'
import { runInProcess } from './run-in-process.ts'
import { history, makeTrade } from './stored-profile.ts'

const all = { accountId: null }
const money = (currency: string, amount: string) => ({ currency, amount: dec(amount) })

/** A dividend with its tax, dollars with many digits, and a second purchase and sale with a loss. */
const rows = [
  ...history,
  makeTransaction('4', daysAgo(58), { category: 'INCOME', name: 'Дивиденды', symbol, change: money('RUB', '12.5') }),
  makeTransaction('5', daysAgo(58), {
    category: 'TAX',
    name: 'Налог: дивиденды',
    symbol,
    change: money('RUB', '-1.63'),
  }),
  makeTransaction('6', daysAgo(50), {
    ...{ category: 'DEPOSIT', name: 'Ввод денежных средств' },
    change: money('USD', '1234567890123.000000007'),
  }),
  makeTrade('7', daysAgo(30), '3', '-31.37'),
  makeTrade('8', daysAgo(20), '-3', '17.11'),
]

type Row = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null
const listOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const pick = (list: readonly Row[], names: readonly string[]): unknown[][] =>
  list.map((row) => names.map((name) => row[name] ?? null))

/** The rows of a file with a header; an empty cell is `null`. */
function parseCsv(text: string): Row[] {
  const [names = [], ...records] = parseCells(text.replace(/^\uFEFF/, ''), ',')
  return records.map((cells) => {
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, cells[index] === '' ? null : cells[index]]))
  })
}

/** The exact sum of a column by currency. Unknown cells are not included. */
function sumsOf(list: readonly Row[], column: string): unknown[][] {
  const known = list.filter((row) => typeof row[column] === 'string')
  return [...Map.groupBy(known, ({ currency }) => currency)]
    .map(([currency, own]) => [currency, sum(own.flatMap((row) => parseDecimal(String(row[column])) ?? []))])
    .sort()
}

async function openAll() {
  const { dataDir, client, callTool } = await openAssistant(undefined, rows)
  const written = async (args: string): Promise<string> => {
    const { code, output, errors } = await runInProcess([...args.split(' '), '--data-dir', dataDir])
    expect([args, code, code === 0 ? '' : errors]).toEqual([args, 0, ''])
    return output
  }
  const run = async (args: string) => listOf(JSON.parse(await written(`${args} --format json`)))
  const path = join(makeTemporaryDirectory(), 'all.zip')
  await written(`export archive --file ${path}`)
  const files = unzipSync(readFileSync(path))
  const archived = (name: string): Row[] => {
    const [, bytes = new Uint8Array()] = Object.entries(files).find(([each]) => each.endsWith(`${name}.csv`)) ?? []
    return parseCsv(strFromU8(bytes))
  }
  return { client, callTool, run, written, archived }
}

test('window, command line, assistant and export return the same digits of positions, totals, income and performance', async () => {
  const { client, callTool, run, written, archived } = await openAll()

  const positions = await client.call('positions.list', all)
  const assistantRows = listOf((await callTool('positions'))['rows'])
  expect(pick(positions, ['symbol', 'quantity', 'value', 'unrealizedPnl'])).toEqual([
    [symbol, '6', expect.stringMatching(/^\d/), expect.stringMatching(/^-?\d/)],
  ])
  for (const other of [
    pick(assistantRows, ['symbol', 'quantity', 'value', 'unrealizedPnl']),
    pick(await run('positions'), ['symbol', 'quantity', 'value', 'unrealized_profit']),
  ])
    expect(other).toEqual(pick(positions, ['symbol', 'quantity', 'value', 'unrealizedPnl']))
  expect(pick(archived('positions'), ['symbol', 'quantity', 'current_price', 'unrealized_profit'])).toEqual(
    pick(positions, ['symbol', 'quantity', 'currentPrice', 'unrealizedPnl']),
  )

  const totals = await client.call('transactions.totals', { filter: { conditions: [], text: '' } })
  const wanted = pick(totals.byCurrency, ['currency', 'amount'])
    .filter(([currency]) => currency !== '')
    .sort()
  expect(wanted).toEqual([
    ['RUB', '956.11'],
    ['USD', '1234567890123.000000007'],
  ])
  const answered = await callTool('totals')
  const byAssistant = isRecord(answered['totals']) ? listOf(answered['totals']['byCurrency']) : []
  expect(
    pick(byAssistant, ['currency', 'amount'])
      .filter(([currency]) => currency !== '')
      .sort(),
  ).toEqual(wanted)
  expect(
    pick(await run('totals'), ['currency', 'amount'])
      .filter(([currency]) => currency !== null)
      .sort(),
  ).toEqual(wanted)
  expect(sumsOf(parseCsv(await written('export transactions')), 'amount')).toEqual(wanted)
  expect(sumsOf(archived('transactions'), 'amount')).toEqual(wanted)

  const until = now + dayMs
  const lastDay = new Date(now).toISOString().slice(0, 10)
  const income = await client.call('income.list', { ...all, from: 0, to: Math.floor(until / dayMs) * dayMs })
  const names = ['date', 'symbol', 'state', 'currency', 'gross', 'tax', 'net']
  const paid = pick(income, names)
  expect(paid).toContainEqual([expect.any(String), symbol, 'received', 'RUB', '12.5', '1.63', '10.87'])
  expect(pick(await run(`income --to ${lastDay}`), names)).toEqual(paid)
  expect(pick(listOf((await callTool('income', { to: lastDay }))['rows']), names)).toEqual(paid)
  expect(pick(parseCsv(await written(`export income --to ${lastDay}`)), names)).toEqual(paid)
  expect(
    pick(
      archived('income').filter(({ date }) => String(date) <= lastDay),
      names,
    ),
  ).toEqual(paid)

  const from = Math.floor(daysAgo(95) / dayMs) * dayMs
  const first = new Date(from).toISOString().slice(0, 10)
  const scope = { ...all, symbol: null, from, to: Math.floor(until / dayMs) * dayMs }
  const { byCurrency } = await client.call('performance.read', scope)
  const figures = ['currency', 'begin', 'end', 'realized', 'unrealized', 'income', 'fees', 'taxes', 'remainder']
  const wantedFigures = pick(byCurrency, figures)
  expect(wantedFigures.find(([currency]) => currency === 'RUB')?.slice(3, 6)).toEqual([
    '6.76',
    expect.stringMatching(/^-?\d/),
    '12.5',
  ])
  expect(pick(await run(`performance --from ${first} --to ${lastDay}`), figures)).toEqual(wantedFigures)
  const performance = (await callTool('performance', { from: first, to: lastDay }))['performance']
  expect(pick(isRecord(performance) ? listOf(performance['byCurrency']) : [], figures)).toEqual(wantedFigures)
  const realized = byCurrency.filter((each) => each.realized !== '0').map((each) => [each.currency, each.realized])
  expect(sumsOf(parseCsv(await written(`export realized --from ${first} --to ${lastDay}`)), 'profit')).toEqual(realized)
  expect(sumsOf(archived('realized-lots'), 'profit')).toEqual(realized)
}, 120_000)
