import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { expect } from 'vitest'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { parseCells } from '../export/parse-cells.ts'
import { controlCharacter } from './output/control-characters.ts'
import { runInProcess } from './run-in-process.ts'

const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u
const number = /^-?\d+(\.\d+)?$/

const assertPlain = (what: string, text: string): void =>
  expect([what, controlCharacter.exec(text)?.[0]]).toEqual([what, undefined])

/** Asserts that no cell is a formula and that each record has all cells. `expected`: the number of records, `null` for any. */
function assertCells(what: string, text: string, separator: string, expected: number | null): void {
  const [head = [], ...records] = parseCells(text.replace(/^\uFEFF/, ''), separator)
  if (expected !== null) expect([what, records.length]).toEqual([what, expected])
  for (const record of records) {
    expect([what, record.length]).toEqual([what, head.length])
    for (const cell of record)
      expect([what, cell, formula.test(cell) && !number.test(cell)]).toEqual([what, cell, false])
  }
}

const lines = (text: string): string[] => text.trimEnd().split('\n')
const rowsOf = (values: readonly unknown[]): unknown[] =>
  values.filter((value) => typeof value === 'object' && value !== null && 'name' in value)

/** Each output command, with a check that no text adds a row and no cell is a formula. `count`: the number of transactions. */
const outputsOf = (count: number): readonly (readonly [args: string, check: (output: string) => void])[] => [
  ['transactions --format table', (text) => expect(lines(text)).toHaveLength(count + 1)],
  ['transactions --format csv', (text) => assertCells('csv', text, ',', count)],
  ['transactions --format tsv', (text) => assertCells('tsv', text, '\t', count)],
  ['transactions --format json', (text) => expect(rowsOf(JSON.parse(text) as unknown[])).toHaveLength(count)],
  [
    'transactions --format ndjson',
    (text) => expect(rowsOf(lines(text).map((line): unknown => JSON.parse(line)))).toHaveLength(count),
  ],
  ['totals --by category --format csv', (text) => assertCells('totals', text, ',', null)],
  ['export transactions', (text) => assertCells('comma', text, ',', count)],
  ['export transactions --separator semicolon', (text) => assertCells('semicolon', text, ';', count)],
  ['export transactions --separator tab', (text) => assertCells('tab', text, '\t', count)],
  ['export income', (text) => assertCells('income', text, ',', null)],
  ['export realized', (text) => assertCells('realized', text, ',', null)],
  ['export calendar', (text) => expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1)],
  ...['hledger', 'ledger', 'beancount'].map(
    (name) => [`export ${name}`, (text: string) => expect(text).not.toMatch(/^2026-01-01 \* "?injected/m)] as const,
  ),
]

/** The standard output of a command. Asserts exit code 0, and no control character among the errors. */
async function runPlainly(args: string, dataDir: string): Promise<string> {
  const { code, output, errors } = await runInProcess([...args.split(' '), '--data-dir', dataDir])
  expect([args, code, code === 0 ? '' : errors]).toEqual([args, 0, ''])
  assertPlain(`errors of ${args}`, errors)
  return output
}

/** Runs every output and every file export of a profile with `count` transactions; fails if a text is not plain data in one of them. */
export async function assertInert(dataDir: string, count: number): Promise<void> {
  for (const [args, check] of outputsOf(count)) {
    const output = await runPlainly(args, dataDir)
    assertPlain(args, output)
    check(output)
  }
  const folder = makeTemporaryDirectory()
  for (const format of ['performance-csv', 'archive']) {
    const path = join(folder, `${format}.zip`)
    await runPlainly(`export ${format} --file ${path}`, dataDir)
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(path)))) {
      expect(name).toMatch(/^[\w./-]+$/)
      const text = strFromU8(bytes)
      assertPlain(name, text)
      const [first = ''] = text.split('\r\n')
      if (name.endsWith('.csv')) assertCells(name, text, first.includes(';') ? ';' : ',', null)
    }
  }
  const book = join(folder, 'book.xlsx')
  await runPlainly(`export xlsx --file ${book}`, dataDir)
  const sheet = await readSheet(book, 'transactions')
  expect(sheet).toHaveLength(count + 1)
  for (const cell of sheet.flat())
    if (typeof cell === 'string') assertPlain('a cell of the workbook', cell.replaceAll('\u0085', ''))
}
