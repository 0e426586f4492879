import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { testWith, run, writeJournal } from '../export/journal/programs.ts'
import { daysAgo } from '../ledger/offline-profile.ts'
import { parseCells } from '../export/parse-cells.ts'
import { connectAssistant } from './mcp/open-assistant.ts'
import { runCli } from './run-cli.ts'
import { history, openStored } from './stored-profile.ts'

/** What a broker could write into a name, a category or a symbol. */
const hostileTexts = [
  '\u001b]0;owned\u0007\u001b[31mred\u009b2J',
  'one\r\n2026-01-01 * "injected"\r\n  Assets:Stolen  1000000 RUB',
  'return\ronly',
  '\u202egnp.exe\u2066 and \u200f',
  "=cmd|'/C calc'!A0",
  '@SUM(A1:A9)',
  '+1+1',
  '-2+3',
  '＝1+1',
  '\t=1+1',
  ' =1+1',
  'tab\tinside',
  'zero\u0000byte',
  'a ; comment',
  'a | b {1} @@ 5 "quoted" \\ # % *',
  '</td><script>alert(1)</script>&amp;',
  'very long '.repeat(400),
  '👩‍👩‍👧 a\u0301\u0327 Z͑ͫ',
  '\u2028line\u2029paragraph\u0085next',
  '\ud800half',
]

const rows = hostileTexts.flatMap((name, index) => {
  const at = daysAgo(30) + index * 1000
  const money = { currency: 'RUB', amount: dec(index % 2 === 0 ? '1.5' : '-1.5') }
  return [
    makeTransaction(`${100 + index}`, at, { category: 'OTHERS', name, change: money }),
    makeTransaction(`${200 + index}`, at, { category: 'INCOME', name: 'Дивиденды', symbol: name, change: money }),
    makeTransaction(`${300 + index}`, at, { category: name, name: 'other', change: null }),
  ]
})
const count = rows.length + history.length

// eslint-disable-next-line no-control-regex -- these are what must not be there
const commanding = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u
const number = /^-?\d+(\.\d+)?$/

function assertCells(text: string, separator: string, expected: number | null): void {
  const [head = [], ...records] = parseCells(text.replace(/^\uFEFF/, ''), separator)
  if (expected !== null) expect(records).toHaveLength(expected)
  for (const record of records) {
    expect(record).toHaveLength(head.length)
    for (const cell of record) expect([cell, formula.test(cell) && !number.test(cell)]).toEqual([cell, false])
  }
}

const lines = (text: string): string[] => text.trimEnd().split('\n')
const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null && 'name' in value

/** How each output shows that a text is data in it: no row more, no cell that runs. */
const outputs: readonly (readonly [args: string, check: (output: string) => void])[] = [
  ['transactions --format table', (text) => expect(lines(text)).toHaveLength(count + 1)],
  ['transactions --format csv', (text) => assertCells(text, ',', count)],
  ['transactions --format tsv', (text) => assertCells(text, '\t', count)],
  ['transactions --format json', (text) => expect((JSON.parse(text) as unknown[]).filter(isRow)).toHaveLength(count)],
  [
    'transactions --format ndjson',
    (text) =>
      expect(
        lines(text)
          .map((line): unknown => JSON.parse(line))
          .filter(isRow),
      ).toHaveLength(count),
  ],
  ['totals --by category --format table', (text) => expect(lines(text).length).toBeGreaterThan(hostileTexts.length)],
  ['export transactions', (text) => assertCells(text, ',', count)],
  ['export transactions --separator semicolon', (text) => assertCells(text, ';', count)],
  ['export transactions --separator tab', (text) => assertCells(text, '\t', count)],
  ['export income', (text) => expect(parseCells(text, ',').length).toBeGreaterThan(1)],
  ['export calendar', (text) => expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1)],
  ...['hledger', 'ledger', 'beancount'].map(
    (name) => [`export ${name}`, (text: string) => expect(text).not.toMatch(/^2026-01-01 \* "?injected/m)] as const,
  ),
]

test('hostile text of the broker is data in every output of the command line, and in the files', async () => {
  const { dataDir, client } = await openStored([...history, ...rows])
  for (const [args, check] of outputs) {
    const { code, output, errors } = await runCli([...args.split(' '), '--data-dir', dataDir])
    expect([args, code, commanding.test(errors)]).toEqual([args, 0, false])
    expect([args, commanding.exec(output)?.[0]]).toEqual([args, undefined])
    check(output)
  }
  const folder = makeTemporaryDirectory()
  const book = join(folder, 'book.xlsx')
  expect(await runCli(['export', 'xlsx', '--file', book, '--data-dir', dataDir])).toMatchObject({ code: 0, errors: '' })
  const bookings = join(folder, 'bookings.zip')
  const zipped = await runCli(['export', 'performance-csv', '--file', bookings, '--data-dir', dataDir])
  expect(zipped.code).toBe(0)
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(bookings)))) {
    const text = strFromU8(bytes)
    expect([name, commanding.exec(text)?.[0]]).toEqual([name, undefined])
    const [first = ''] = text.split('\r\n')
    if (name.endsWith('.csv')) assertCells(text, first.includes(';') ? ';' : ',', null)
  }
  const sheet = await readSheet(book, 'transactions')
  expect(sheet).toHaveLength(count + 1)
  for (const cell of sheet.flat())
    if (typeof cell === 'string') expect(commanding.exec(cell.replaceAll('\u0085', ''))?.[0]).toBeUndefined()
  await client.call('settings.write', { assistants: { isOn: true, amounts: 'shown' } })
  const { ask } = await connectAssistant(dataDir)
  const answer = JSON.stringify(await ask('transactions', { limit: 500 }))
  // eslint-disable-next-line no-control-regex -- these are what must not be there
  expect(/\\u00|[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2028\u2029]/.exec(answer)?.[0]).toBeUndefined()
}, 180_000)

testWith(
  'hledger',
  'ledger',
  'bean-check',
)('the journals of hostile text are taken by their programs', async () => {
  const { dataDir } = await openStored([...history, ...rows])
  const journalOf = async (name: string, ending: string): Promise<string> =>
    writeJournal((await runCli(['export', name, '--data-dir', dataDir])).output, ending)
  const book = await journalOf('hledger', 'journal')
  run('hledger', '-f', book, 'check')
  expect(run('hledger', '-f', book, 'accounts')).not.toContain('Stolen')
  expect(run('ledger', '-f', await journalOf('ledger', 'ledger'), 'accounts')).not.toContain('Stolen')
  const beans = await journalOf('beancount', 'beancount')
  expect(spawnSync('bean-check', [beans], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})
