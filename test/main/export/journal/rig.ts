import { createCache } from '#main/cache/cache.ts'
import { exportJournal, type JournalOptions } from '#main/export/journal/export-journal.ts'
import type { Db } from '#main/sqlite/db.ts'
import { fifo } from '../../ledger/rig.ts'

/** The text of a journal of all rows of a cache. */
export function journalOf(db: Db, changes: Partial<JournalOptions> & Pick<JournalOptions, 'format'>): string {
  const options = {
    ...{ db, tables: createCache(db), choices: fifo, accountIds: null, nameOf: () => null },
    ...{ quotes: () => [], remarks: [], ...changes },
  }
  return [...exportJournal(options)].map(({ text }) => text).join('')
}
