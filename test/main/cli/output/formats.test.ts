import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { daysAgo } from '../../ledger/offline-profile.ts'
import { readRows, runInProcess } from '../run-in-process.ts'
import { history, openStored } from '../stored-profile.ts'
import { controlCharacter } from './control-characters.ts'

const hostileName = '\u001b]0;owned\u0007\u001b[31m=cmd|\u009bred\r\n\u202Eevil'
const hostile = makeTransaction('9', daysAgo(1), {
  ...{ category: 'OTHERS', name: hostileName, change: { currency: 'RUB', amount: dec('-0.5') } },
})
const formula = makeTransaction('8', daysAgo(2), { category: 'OTHERS', name: '=1+2', change: null })

test('each format has the same rows, and each shows unknown values in its own form', async () => {
  const { dataDir } = await openStored([...history, formula], '959.5')
  const read = async (format: string) =>
    (await runInProcess(['transactions', '--order', 'oldest', '--format', format, '--data-dir', dataDir])).output
  const json: unknown = JSON.parse(await read('json'))
  expect(json).toMatchObject([{ id: '1', amount: '1000', quantity: null }, { id: '2' }, { id: '3' }, { amount: null }])
  const lines = (await read('ndjson')).trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(json)
  const csv = (await read('csv')).split('\r\n')
  expect(csv[0]).toMatch(/^time,account,id,kind,/)
  expect(csv[1]).toContain(',1000,RUB,stated,')
  expect(csv[4]).toContain(",'=1+2,")
  expect((await read('tsv')).split('\r\n')[1]).toContain('\t1000\tRUB\tstated\t')
  const table = (await read('table')).split('\n')
  expect(table[0]).toMatch(/^Time +Account +Id +Kind/)
  expect(table[1]).toMatch(/1000 {2}RUB +—/)
  expect(table).toHaveLength(6)
})

test('a table marks an assumed currency and says what the mark means', async () => {
  const unstated = makeTransaction('7', daysAgo(2), { change: { currency: '', amount: dec('-2') } })
  const { dataDir } = await openStored([...history, unstated], '957')
  const run = (format: string) => runInProcess(['transactions', '--format', format, '--data-dir', dataDir])
  const table = await run('table')
  expect(table.output.split('\n').filter((line) => line.includes('RUB*'))).toHaveLength(1)
  expect([table.output.includes('assumed'), table.errors.match(/\* The service states no currency/g)?.length]).toEqual([
    ...[false, 1],
  ])
  const csv = await run('csv')
  expect(csv.output).toContain(',-2,RUB,assumed,')
  expect([csv.output.includes('RUB*'), csv.errors]).toEqual([false, ''])
})

test('text of the service cannot control a terminal, in any format', async () => {
  const { dataDir } = await openStored([...history, hostile], '959')
  const inFormats = ['table', 'csv', 'tsv', 'json', 'ndjson'].map((format) => ['transactions', '--format', format])
  for (const args of [...inFormats, ['export', 'transactions']]) {
    const { output } = await runInProcess([...args, '--data-dir', dataDir])
    expect(output).toContain('evil')
    const text = output.replaceAll('\r\n', '\n')
    expect([args, controlCharacter.test(text), text.includes('\r')]).toEqual([args, false, false])
  }
  const [row] = await readRows(['transactions', '--limit', '1', '--data-dir', dataDir])
  expect(row?.['name']).toBe(hostileName)
})

test('privacy mode hides amounts and quantities unless --amounts is given, and unknown values stay unknown', async () => {
  const { dataDir } = await openStored()
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ hideAmounts: true }))
  const [row] = await readRows(['transactions', '--text', 'Ввод', '--data-dir', dataDir])
  expect(row).toMatchObject({ amount: 'hidden', quantity: null, kind: 'deposit' })
  const table = await runInProcess(['accounts', '--data-dir', dataDir])
  expect(table.output).toContain('•••')
  expect(table.output).not.toMatch(/1000|959/)
  const quotes = await readRows(['quotes', '--data-dir', dataDir])
  expect(quotes).toMatchObject([{ last: '11.05', held: 'hidden' }])
  const exported = await runInProcess(['export', 'transactions', '--data-dir', dataDir])
  expect([exported.code, exported.output]).toEqual([2, ''])
  expect(await readRows(['accounts', '--amounts', '--data-dir', dataDir])).toMatchObject([{ equity: '1000' }])
  writeFileSync(join(dataDir, 'settings.json'), '{ damaged')
  expect(await readRows(['accounts', '--data-dir', dataDir])).toMatchObject([{ equity: 'hidden' }])
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe('{ damaged')
})
