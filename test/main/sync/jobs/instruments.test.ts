import { expect, test } from 'vitest'
import { createInstrumentsJob } from '#main/sync/jobs/instruments.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { AppError } from '#shared/errors.ts'
import { runOf, startSync } from '../harness.ts'

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
  sync.follow('S0@XXXX')
  const service = { failsAt: null as number | null, dropped: [] as number[], refuses: null as string | null }
  /** The page with the instrument of a rate that is needed; `null` if none is needed. */
  const rate = { page: null as number | null }
  const lacksRate = (): boolean => rate.page !== null && sync.broker.calls.length <= rate.page
  sync.broker.responses.listAllAssets = ({ cursor }) => {
    if (cursor !== null && cursor === service.refuses) throw new AppError('invalid', 'No such cursor')
    const page = Number(cursor ?? 0)
    if (page === service.failsAt) throw new AppError('offline', 'Gone')
    const rows = service.dropped.includes(page) ? [] : [instrument(page)]
    return { content: pack(rows), malformed: [], nextCursor: page === 9 ? null : `${page + 1}` }
  }
  const cursors = () => sync.broker.calls.map(({ input }) => (input as { cursor: string | null }).cursor)
  const search = () => sync.cache.instruments.search({ text: 'Share', limit: 100, held: [], watched: [] })
  const foundCount = async () => (await search()).length
  const removedIds = async () => (await search()).filter(({ isGone }) => isGone).map(({ id }) => id)
  return { ...sync, service, rate, job: createInstrumentsJob(sync.context, lacksRate), cursors, foundCount, removedIds }
}

test('all pages are read once a day', async () => {
  const { job, broker, clock, foundCount } = start()
  await job.run(runOf())
  await clock.advance(3_600_000)
  await job.run(runOf())
  expect(broker.calls).toHaveLength(10)
  expect(await foundCount()).toBe(10)
  await clock.advance(job.nextDelayMs() ?? 0)
  await job.run(runOf())
  expect(broker.calls).toHaveLength(20)
})

test('while a window lacks the instrument of a rate, the first download has the priority of clicks', async () => {
  const { job, broker, rate, attention, clock } = start()
  const purposes = async () => {
    const before = broker.calls.length
    await job.run(runOf())
    return broker.calls.slice(before).map(({ purpose }) => purpose)
  }
  rate.page = 2
  attention.set('view', [], true)
  expect(await purposes()).toEqual([...Array<string>(3).fill('user'), ...Array<string>(7).fill('background')])
  rate.page = 100
  await clock.advance(job.nextDelayMs() ?? 0)
  expect(new Set(await purposes())).toEqual(new Set(['background']))
})

test('without a visible window the download never has the priority of clicks', async () => {
  const { job, broker, rate } = start()
  rate.page = 2
  await job.run(runOf())
  expect(new Set(broker.calls.map(({ purpose }) => purpose))).toEqual(new Set(['background']))
})

test('an interrupted download continues from its last page', async () => {
  const { job, service, cursors, foundCount } = start()
  service.failsAt = 4
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  service.failsAt = null
  await job.run(runOf())
  expect(cursors()).toEqual([null, '1', '2', '3', '4', '4', '5', '6', '7', '8', '9'])
  expect(await foundCount()).toBe(10)
})

test('if the service no longer knows the stored cursor, the download restarts', async () => {
  const { job, service, foundCount } = start()
  service.failsAt = 4
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  Object.assign(service, { failsAt: null, refuses: '4' })
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'invalid' })
  service.refuses = null
  await job.run(runOf())
  expect(await foundCount()).toBe(10)
})

test('a repeated cursor ends the download for the day, and no instrument counts as removed', async () => {
  const { job, broker, clock, cache, removedIds } = start()
  await job.run(runOf())
  broker.responses.listAllAssets = () => ({ content: pack([instrument(1)]), malformed: [], nextCursor: '5' })
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect(broker.calls).toHaveLength(12)
  expect(await removedIds()).toEqual([])
  expect(cache.instruments.download.read().wholeAt).toBeLessThan(clock.now())
  await clock.advance(3_600_000)
  await job.run(runOf())
  expect(broker.calls).toHaveLength(12)
})

test('an instrument that a complete download does not find is removed but keeps its name, and returns when it is listed again', async () => {
  const { job, service, clock, cache, removedIds } = start()
  await job.run(runOf())
  service.dropped = [3, 7]
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect((await removedIds()).sort()).toEqual(['3', '7'])
  expect(cache.instruments.get('S3@XXXX')?.name).toBe('Share 3')
  service.dropped = [7]
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect(await removedIds()).toEqual(['7'])
})

test('a nearly empty list does not remove the instruments', async () => {
  const { job, service, clock, foundCount, removedIds } = start()
  await job.run(runOf())
  service.dropped = [0, 1, 2, 3, 4, 5, 6]
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect([await foundCount(), await removedIds()]).toEqual([10, []])
})

test('instruments with unreadable rows are not removed', async () => {
  const { job, broker, clock, removedIds } = start()
  await job.run(runOf())
  const unreadable = { path: 'assets[3].name', reason: 'not text' }
  broker.responses.listAllAssets = () => ({
    content: pack([0, 1, 2, 4, 5, 6, 7, 8, 9].map(instrument)),
    malformed: [unreadable],
    nextCursor: null,
  })
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect(await removedIds()).toEqual([])
})

test('a download that was interrupted for more than a day restarts', async () => {
  const { job, service, clock, cursors, foundCount } = start()
  service.failsAt = 4
  await expect(job.run(runOf())).rejects.toMatchObject({ code: 'offline' })
  service.failsAt = null
  await clock.advance(2 * 86_400_000)
  await job.run(runOf())
  expect(cursors().slice(4, 7)).toEqual(['4', null, '1'])
  expect(await foundCount()).toBe(10)
})

test('windows are notified of pages with changes, and of the end', async () => {
  const { job, clock, topics } = start()
  await job.run(runOf())
  expect(topics).toHaveLength(11)
  await clock.advance(86_400_000)
  await job.run(runOf())
  expect(topics).toHaveLength(12)
})

test('a download started by the user does not delay the user’s other requests', async () => {
  const { job, broker } = start()
  await job.run(runOf('user'))
  expect(new Set(broker.calls.map(({ purpose }) => purpose))).toEqual(new Set(['background']))
  await job.run(runOf('user'))
  expect(broker.calls).toHaveLength(10)
})
