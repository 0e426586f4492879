import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { daysAgo, symbol } from '../ledger/offline-profile.ts'
import { runInProcess } from './run-in-process.ts'
import { history, openStored } from './stored-profile.ts'

const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const tables = [
  ...[['accounts'], ['accounts', '--as-of', day], ['positions'], ['positions', '--as-of', day], ['transactions']],
  ...[['totals'], ['totals', '--by', 'kind'], ['performance', '--by', 'month'], ['reconcile', '--all'], ['quotes']],
  ...[['orders'], ['events'], ['income'], ['income', '--by', 'year'], ['health']],
]

test('the headings of tables are in the language of Settings, the column names in files in English', async () => {
  const paid = { category: 'INCOME', name: 'Дивиденды', symbol, change: { currency: 'RUB', amount: dec('12.5') } }
  const { dataDir } = await openStored([...history, makeTransaction('4', daysAgo(58), paid)])
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ language: 'ru' }))
  for (const args of tables) {
    const [heading = ''] = (await runInProcess([...args, '--data-dir', dataDir])).output.split('\n')
    expect([args, heading]).toEqual([args, expect.stringMatching(/^[^A-Za-z]*[А-Яа-я][^A-Za-z]*$/)])
  }
  const figures = (await runInProcess(['performance', '--data-dir', dataDir])).output
  expect(figures).toMatch(/^[А-Я]/m)
  expect(figures).not.toMatch(/^[A-Za-z]/m)
  expect((await runInProcess(['accounts', '--format', 'csv', '--data-dir', dataDir])).output).toMatch(
    /^account,type,status,/,
  )
})

test('a table has words for kinds and states in the language of Settings, a file has the codes', async () => {
  const { dataDir } = await openStored()
  const show = async (language: string, ...args: readonly string[]) => {
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ language }))
    return (await runInProcess([...args, '--data-dir', dataDir])).output
  }
  const words = [
    { args: ['transactions'], en: ['Deposit', 'Buy'], ru: ['Ввод', 'Покупка'], codes: ['deposit', 'buy'] },
    { args: ['totals', '--by', 'kind'], en: ['Sell'], ru: ['Продажа'], codes: ['sell'] },
    { args: ['orders'], en: ['Working', 'Buy'], ru: ['Активные', 'Покупка'], codes: ['working', 'SIDE_BUY'] },
    { args: ['events'], en: ['Dividend', 'No'], ru: ['Дивиденд', 'Нет'], codes: ['dividend', 'no'] },
    { args: ['income'], en: ['Dividend'], ru: ['Дивиденд'], codes: ['dividend'] },
    {
      args: ['reconcile', '--all'],
      en: ['Agrees', 'Position'],
      ru: ['Сходится', 'Позиция'],
      codes: ['agrees', 'position'],
    },
    { args: ['positions'], en: ['Equities'], ru: ['Акции'], codes: ['EQUITIES'] },
    { args: ['health'], en: ['History', 'Complete'], ru: ['История', 'Полностью'], codes: ['history', 'whole'] },
  ]
  for (const { args, en, ru, codes } of words) {
    const [english, russian, file] = [
      await show('en', ...args),
      await show('ru', ...args),
      await show('ru', ...args, '--format', 'csv'),
    ]
    for (const word of en) expect([args, english]).toEqual([args, wordIn(word)])
    for (const word of ru) expect([args, russian]).toEqual([args, wordIn(word)])
    for (const code of codes) {
      expect([args, file]).toEqual([args, wordIn(code)])
      expect([args, russian]).not.toEqual([args, wordIn(code)])
    }
  }
})

const wordIn = (word: string): unknown => expect.stringMatching(new RegExp(`(^|[ ,])${word}([ ,]|\\r?$)`, 'm'))

test('a list without rows is one line of text in a terminal, and no rows in a file', async () => {
  const { dataDir } = await openStored()
  const none = ['transactions', '--symbol', 'NONE@MISX', '--data-dir', dataDir]
  expect(await runInProcess(none)).toEqual({ code: 0, output: '', errors: 'No transactions.\n' })
  expect(await runInProcess(['orders', '--group', 'refused', '--data-dir', dataDir])).toEqual({
    ...{ code: 0, output: '', errors: 'No orders.\n' },
  })
  expect(await runInProcess(['reconcile', '--data-dir', dataDir])).toEqual({
    ...{ code: 0, output: '', errors: 'No differences.\n' },
  })
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ language: 'ru' }))
  expect((await runInProcess(none)).errors).toBe('Операций нет.\n')
  expect(await runInProcess([...none, '--format', 'json'])).toEqual({ code: 0, output: '[]\n', errors: '' })
  expect(await runInProcess([...none, '--format', 'csv'])).toMatchObject({
    output: expect.stringMatching(/^time,account,.*\r\n$/),
    errors: '',
  })
})
