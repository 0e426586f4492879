import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'
import { openStored } from './stored-profile.ts'

const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const tables = [
  ...[['accounts'], ['accounts', '--as-of', day], ['positions'], ['positions', '--as-of', day], ['transactions']],
  ...[['totals'], ['totals', '--by', 'kind'], ['performance', '--by', 'month'], ['reconcile', '--all'], ['quotes']],
  ...[['orders'], ['events'], ['income'], ['income', '--by', 'year'], ['health']],
]

test('the headings of tables are in the language of Settings, the column names in files in English', async () => {
  const { dataDir } = await openStored()
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ language: 'ru' }))
  for (const args of tables) {
    const [heading = ''] = (await runHere([...args, '--data-dir', dataDir])).output.split('\n')
    expect([args, heading]).toEqual([args, expect.stringMatching(/^[^A-Za-z]*[А-Яа-я][^A-Za-z]*$/)])
  }
  const figures = (await runHere(['performance', '--data-dir', dataDir])).output
  expect(figures).toMatch(/^[А-Я]/m)
  expect(figures).not.toMatch(/^[A-Za-z]/m)
  expect((await runHere(['accounts', '--format', 'csv', '--data-dir', dataDir])).output).toMatch(
    /^account,type,status,/,
  )
})
