import { expect, test } from 'vitest'
import { Query } from '#renderer/lib/host/query.svelte.ts'
import { AppError } from '#shared/errors.ts'
import { pass, deferredReads, client, show, type PendingRead } from './query-host.svelte.ts'

test('a query reads only while used, again on its topics and on a profile change, and stops when unused', async () => {
  const { client: host, transport } = client()
  let n = 0
  const query = new Query(host, ['jobs.changed', 'settings.changed'], async () => ++n)
  await pass(1000)
  expect(n).toBe(0)
  const { stop } = show(query)
  await pass()
  expect(query.current).toBe(1)
  for (const topic of ['jobs.changed', 'settings.changed', 'profile.changed'] as const) {
    await pass(1000)
    transport.emit(topic)
    await pass(1)
  }
  expect(query.current).toBe(4)
  const listening = () =>
    (['jobs.changed', 'settings.changed', 'profile.changed'] as const).map((topic) => transport.listening(topic))
  expect(listening()).toEqual([1, 1, 1])
  stop()
  await pass()
  expect(listening()).toEqual([0, 0, 0])
})

test('a frequent topic is read at most every 250 ms, and its last change is always read', async () => {
  const { client: host, transport } = client()
  let received = 0
  let reads = 0
  const query = new Query(host, 'budget.changed', async () => (reads++, received))
  const { stop } = show(query)
  await pass()
  for (let event = 1; event <= 100; event++) {
    received = event
    transport.emit('budget.changed')
    await pass(10)
  }
  await pass(250)
  expect(query.current).toBe(100)
  expect(reads).toBeGreaterThanOrEqual(4)
  expect(reads).toBeLessThanOrEqual(6)
  stop()
})

test('a topic that fires faster than reads finish still updates the value', async () => {
  const { client: host, transport } = client()
  let n = 0
  const query = new Query(host, 'jobs.changed', () => {
    const number = ++n
    return new Promise<number>((respond) => setTimeout(() => respond(number), 600))
  })
  const { stop } = show(query)
  for (let round = 0; round < 40; round++) {
    await pass(100)
    transport.emit('jobs.changed')
  }
  expect(query.current).toBeGreaterThan(3)
  stop()
})

/** Starts two reads of a query: the second one responds first, and then the first one ends. */
async function readTwice(endFirst: (first: PendingRead) => void): Promise<Query<string>> {
  const { pendingReads, read } = deferredReads()
  const query = new Query(client().client, 'jobs.changed', read)
  const [first, second] = [query.refresh(), query.refresh()]
  pendingReads[1]!.respond('new')
  await second
  endFirst(pendingReads[0]!)
  await first
  return query
}

test('a late response never replaces a newer one', async () => {
  const query = await readTwice(({ respond }) => respond('old'))
  expect(query.current).toBe('new')
  expect(query.loading).toBe(false)
})

test('a late failure does not replace a newer value', async () => {
  const query = await readTwice(({ fail }) => fail(new AppError('offline', 'No connection')))
  expect(query.error).toBeUndefined()
  expect(query.current).toBe('new')
})

test('a failure keeps the old value and is cleared by the next success', async () => {
  const { client: host, transport } = client()
  let failure: AppError | undefined
  const query = new Query(host, 'jobs.changed', async () => {
    if (failure) throw failure
    return 'figures'
  })
  const { stop } = show(query)
  await pass()
  failure = new AppError('internal', 'The cache cannot be read')
  transport.emit('jobs.changed')
  await pass(300)
  expect([query.current, query.error?.code]).toEqual(['figures', 'internal'])
  failure = undefined
  transport.emit('jobs.changed')
  await pass(300)
  expect([query.current, query.error]).toEqual(['figures', undefined])
  stop()
})

test('the result of a write is not replaced by a read that started before it', async () => {
  const { pendingReads, read } = deferredReads()
  const { client: host, transport } = client()
  const query = new Query(host, 'settings.changed', read)
  const { stop } = show(query)
  await pass()
  query.accept('written')
  pendingReads[0]!.respond('from before')
  await pass()
  expect(query.current).toBe('written')
  transport.emit('settings.changed')
  await pass(300)
  pendingReads[1]!.respond('after')
  await pass()
  expect(query.current).toBe('after')
  stop()
})
