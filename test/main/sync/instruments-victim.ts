// A process to be killed: `instruments-victim.ts URL CACHE` reads the list of all instruments into the cache.
import { createBudget } from '../../../src/main/broker/budget.ts'
import { createBroker } from '../../../src/main/broker/client.ts'
import { createCache } from '../../../src/main/cache/cache.ts'
import { openCache } from '../../../src/main/cache/open.ts'
import { systemClock } from '../../../src/main/clock.ts'
import type { SyncContext } from '../../../src/main/sync/context.ts'
import { createInstrumentsJob } from '../../../src/main/sync/jobs/instruments.ts'

const [, , url = '', path = ''] = process.argv
const broker = createBroker({
  baseUrl: new URL(url),
  readSecret: async () => 'a-secret',
  budget: createBudget({ clock: systemClock, limit: 10_000 }),
  clock: systemClock,
})
const { db } = openCache(path)
const context = { broker, cache: createCache(db), clock: systemClock, publish: () => undefined }
const job = createInstrumentsJob(context as unknown as SyncContext)
await job.run({ signal: new AbortController().signal, askedBy: 'schedule' })
await broker.close()
db.close()
