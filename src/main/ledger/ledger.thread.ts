// Replays the rows and answers questions about the result.
import { workerData } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { openCacheWriter } from '../cache/open.ts'
import { openJournalReader } from '../journal/open-reader.ts'
import { createRecordedQuotes } from '../journal/recorded/quotes.ts'
import type { Db } from '../sqlite/db.ts'
import { asPortable } from '../sqlite/errors.ts'
import { holdKeyOf } from '../sqlite/keys.ts'
import { goSecond } from '../sqlite/write-priority.ts'
import { expose } from '../threads/expose.ts'
import { lowerPriority } from '../threads/low-priority.ts'
import { createLedgerAnswers } from './thread/answers.ts'
import type { LedgerThreadData } from './thread/start-thread.ts'

const { paths, key, priority } = workerData as LedgerThreadData
/** A long calculation must not delay the windows; it still goes before the mirror. */
const niceness = 10

lowerPriority(niceness)
holdKeyOf(paths.cache, key)

expose(
  () => {
    const db = openCacheWriter(paths.cache)
    goSecond(db, priority)
    let journal: Db | null = null
    const { handlers, stop } = createLedgerAnswers({
      db,
      openQuotes: () => createRecordedQuotes((journal ??= openJournalReader(paths.journal))),
      answersMany: true,
    })
    return {
      handlers,
      async close() {
        await stop()
        journal?.close()
        db.close()
      },
    }
  },
  { failure: m.ledger_could_not_be_read, explain: asPortable },
)
