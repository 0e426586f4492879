import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDecoder } from '#main/broker/decoder.ts'
import type { Cache } from '#main/cache/cache.ts'
import { systemClock } from '#main/time/clock.ts'
import { threadFiles } from '../../test/fakes/thread-files.ts'
import { printValue, watchBlocking } from '../measure/figures.ts'
import type { createHistorySet } from './history-set.ts'

type GeneratedResponse =
  ReturnType<ReturnType<typeof createHistorySet>['responses']> extends Generator<infer T> ? T : never

/** Responses that are generated together. Neither the time to generate them nor their garbage is measured. */
const batchSize = 25
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Decodes and stores responses like sync: in the decoder's thread, then in one transaction of the cache each. */
export async function measureIngest(
  transactions: Cache['transactions'],
  responses: Generator<GeneratedResponse>,
): Promise<void> {
  const decoder = createDecoder(threadFiles.decoder, systemClock)
  let rows = 0
  let spent = 0
  const blocking = watchBlocking()
  for (let batch = Array.from(take(responses)); batch.length > 0; batch = Array.from(take(responses))) {
    collectGarbage()
    blocking.start()
    const startedAt = performance.now()
    // The next response is decoded while the previous one is stored, as in sync with several accounts.
    let pending: Promise<unknown> = Promise.resolve()
    for (const { accountId, body, from, to } of batch) {
      const page = await decoder.decode('listTransactions', body, { accountId, from, to })
      await pending
      pending = transactions.store(accountId, page.content, systemClock.now(), { from, to })
      rows += page.rows.length
    }
    await pending
    spent += performance.now() - startedAt
    blocking.stop()
  }
  await decoder.close()
  printValue('ingest', (rows / spent) * 1_000, 'rows/s')
  blocking.print('ingest')
}

function* take<T>(values: Generator<T>): Generator<T> {
  for (let count = 0; count < batchSize; count++) {
    const { done, value } = values.next()
    if (done === true) return
    yield value
  }
}
