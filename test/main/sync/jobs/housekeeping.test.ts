import { expect, test } from 'vitest'
import { createJournal } from '../../../../src/main/journal/journal.ts'
import { createHousekeepingJob } from '../../../../src/main/sync/jobs/housekeeping.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openTestJournal } from '../../journal/open-journal.ts'
import { runOf, startSync } from '../harness.ts'

test('at most 64 MB of instrument parts are kept: those read last', async () => {
  const { context, cache } = startSync()
  const journal = createJournal(openTestJournal(), makeTemporaryDirectory())
  const key = (symbol: number) => ({ symbol: `S${symbol}@X`, accountId: '', part: 'trades', variant: '' })
  const megabytes = 'x'.repeat(8 * 1024 * 1024)
  for (let i = 0; i < 9; i++) cache.instrumentParts.put(key(i), megabytes, i)
  await createHousekeepingJob({ ...context, journal }).run(runOf())
  expect(Array.from({ length: 9 }, (_, i) => cache.instrumentParts.fetchedAt(key(i)))).toEqual([
    null,
    null,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
  ])
})
