import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeJournal } from '#main/export/write-journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { createRecordedQuotes } from '#main/journal/recorded/quotes.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { dec } from '../cache/open-cache.ts'
import { makeDetails } from '../insight/make.ts'
import { fifo, makeTrade, openLedgerRig } from '../ledger/rig.ts'

const at = Date.UTC(2024, 0, 1, 9)

test('the journal has the last recorded price of each day, for a bond as the value of one piece', async () => {
  const journalPath = join(makeTemporaryDirectory(), 'journal.sqlite')
  const { db: journal } = openJournal(journalPath, `${journalPath}-backups`)
  createRecordedQuotes(journal).record([
    { symbol: 'BOND@MISX', at, last: dec('97') },
    { symbol: 'BOND@MISX', at: at + hourMs, last: dec('98.25') },
    { symbol: 'BOND@MISX', at: at + dayMs, last: dec('99') },
    { symbol: 'OTHER@MISX', at, last: dec('5') },
  ])
  closeDatabase(journal)
  const rig = openLedgerRig()
  const facts = { type: 'BONDS', name: 'ОФЗ; "1"', faceValue: dec('800'), faceCurrency: 'RUB', quoteCurrency: 'RUB' }
  rig.cache.instrumentDetails.put(makeDetails({ symbol: 'BOND@MISX', ...facts }), 1)
  await rig.write([makeTrade('1', at - 2 * dayMs, 'BOND@MISX', '1', '-780')])
  rig.refresh()
  let text = ''
  const reports: string[] = []
  const count = await writeJournal(
    {
      db: rig.db,
      append: async (data) => void (text += String(data)),
      report: (written, total) => void reports.push(`${written}/${total}`),
    },
    { format: 'hledger', accountIds: null, choices: fifo, journalPath },
  )
  expect([count, reports.at(-1)]).toEqual([1, '1/1'])
  expect(text.split('\n').filter((line) => /^P 2024/.test(line))).toEqual([
    'P 2024-01-01 "BOND@MISX" 786.00 RUB',
    'P 2024-01-02 "BOND@MISX" 792.00 RUB',
  ])
  expect(text).toContain('; ОФЗ； "1"\ncommodity 1000. "BOND@MISX"')
})
