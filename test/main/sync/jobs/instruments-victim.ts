// A process that the test kills: `instruments-victim.ts URL CACHE` reads the list of all instruments into the cache.
import { tmpdir } from 'node:os'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { createCache } from '#main/cache/cache.ts'
import { openCache } from '#main/cache/open.ts'
import { createJournal } from '#main/journal/journal.ts'
import { migrations } from '#main/journal/migrations.ts'
import { openDatabase } from '#main/sqlite/open.ts'
import { createInstrumentsJob } from '#main/sync/jobs/instruments.ts'
import { systemClock } from '#main/time/clock.ts'
import { makeSyncContext } from '../../../fakes/sync-context.ts'

const [, , url = '', path = ''] = process.argv
const broker = createBroker({
  baseUrl: new URL(url),
  readSecret: async () => 'a-secret',
  budget: createBudget({ clock: systemClock, limit: 10_000 }),
  clock: systemClock,
})
const { db } = openCache(path)
const journal = createJournal(openDatabase(':memory:', migrations, { synchronous: 'NORMAL' }), tmpdir())
const job = createInstrumentsJob(
  makeSyncContext({ broker, cache: createCache(db), journal, clock: systemClock }),
  () => false,
)
await job.run({ signal: new AbortController().signal, requestedBy: 'schedule' })
await broker.close()
db.close()
