import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDecoder } from '../../src/main/broker/decoder.ts'
import type { Cache } from '../../src/main/cache/cache.ts'
import { systemClock } from '../../src/main/clock.ts'
import { printValue, watchHolds } from '../measure/figures.ts'
import { threadFiles } from '../../test/fakes/thread-files.ts'
import type { createHistorySet } from './history-set.ts'

type Made = ReturnType<ReturnType<typeof createHistorySet>['answers']> extends Generator<infer T> ? T : never

/** Answers made up at a time, which is not counted; nor is what they leave behind in memory. */
const madeAtOnce = 25
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Decodes and stores answers as sync does: decoder's thread, then the cache's one transaction each. */
export async function measureIngest(transactions: Cache['transactions'], answers: Generator<Made>): Promise<void> {
  const decoder = createDecoder(threadFiles.decoder, systemClock)
  let rows = 0
  let spent = 0
  const holds = watchHolds()
  for (let made = Array.from(take(answers)); made.length > 0; made = Array.from(take(answers))) {
    collectGarbage()
    holds.start()
    const began = performance.now()
    // One answer is read while the one before is stored, as sync does for several accounts.
    let pending: Promise<unknown> = Promise.resolve()
    for (const { accountId, body, from, to } of made) {
      const page = await decoder.decode('listTransactions', body, { accountId, from, to })
      await pending
      pending = transactions.store(accountId, page.content, systemClock.now(), { from, to })
      rows += page.rows.length
    }
    await pending
    spent += performance.now() - began
    holds.stop()
  }
  await decoder.close()
  printValue('ingest', (rows / spent) * 1_000, 'rows/s')
  holds.print('ingest')
}

function* take<T>(values: Generator<T>): Generator<T> {
  for (let count = 0; count < madeAtOnce; count++) {
    const { done, value } = values.next()
    if (done === true) return
    yield value
  }
}
