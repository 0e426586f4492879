import { expect, test } from 'vitest'
import { createInstrumentsJob } from '../../../src/main/sync/jobs/instruments.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { runOf, startSync } from './harness.ts'

const instrument = (n: number) => ({
  symbol: `S${n}@XXXX`,
  id: `${n}`,
  ticker: `S${n}`,
  mic: 'XXXX',
  isin: '',
  type: 'EQUITIES',
  name: `Share ${n}`,
  isArchived: false,
})

/** Ten pages of one instrument each; the cursor is the number of the next page. */
function start() {
  const sync = startSync()
  const service = { failsAt: null as number | null, refuses: null as string | null }
  sync.broker.answers.listAllAssets = ({ cursor }) => {
    if (cursor !== null && cursor === service.refuses) throw new AppError('invalid', 'No such cursor')
    const page = Number(cursor ?? 0)
    if (page === service.failsAt) throw new AppError('offline', 'Gone')
    return { rows: [instrument(page)], malformed: [], nextCursor: page === 9 ? null : `${page + 1}` }
  }
  const cursors = () => sync.broker.asked.map(({ input }) => (input as { cursor: string | null }).cursor)
  const found = () => sync.cache.instruments.search('Share', 100).length
  return { ...sync, service, job: createInstrumentsJob(sync.context), cursors, found }
}

test('all pages are read once a day', async () => {
  const { job, broker, clock, found } = start()
  await job.run(runOf())
  await clock.advance(3_600_000)
  await job.run(runOf())
  expect(broker.asked).toHaveLength(10)
  expect(found()).toBe(10)
  await clock.advance(job.nextDelayMs() ?? 0)
  await job.run(runOf())
  expect(broker.asked).toHaveLength(20)
})

test('a reading that breaks off goes on from its last page', async () => {
  const { job, service, cursors, found } = start()
  service.failsAt = 4
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  service.failsAt = null
  await job.run(runOf())
  expect(cursors()).toEqual([null, '1', '2', '3', '4', '4', '5', '6', '7', '8', '9'])
  expect(found()).toBe(10)
})

test('a kept cursor that the service no longer knows begins anew instead of failing for ever', async () => {
  const { job, service, found } = start()
  service.failsAt = 4
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  Object.assign(service, { failsAt: null, refuses: '4' })
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'invalid' })
  service.refuses = null
  await job.run(runOf())
  expect(found()).toBe(10)
})

test('a cursor that repeats ends the reading', async () => {
  const { job, broker } = start()
  broker.answers.listAllAssets = () => ({ rows: [instrument(1)], malformed: [], nextCursor: '5' })
  await job.run(runOf())
  expect(broker.asked.length).toBeLessThanOrEqual(3)
})

test('a person who asks for it does not put hundreds of pages before their own clicks', async () => {
  const { job, broker } = start()
  await job.run(runOf('person'))
  expect(new Set(broker.asked.map(({ purpose }) => purpose))).toEqual(new Set(['background']))
})
