import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Query } from '../../../../src/renderer/lib/host/query.svelte.ts'
import { createClient } from '../../../../src/shared/client.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Advances the clock, runs due timers and updates the page. */
const pass = async (ms = 0) => {
  flushSync()
  await vi.advanceTimersByTimeAsync(ms)
  flushSync()
}

/** A read function whose responses the test sends, in any order. */
function deferredReads() {
  const pendingReads: { respond: (value: string) => void; fail: (cause: unknown) => void }[] = []
  const read = () => new Promise<string>((respond, fail) => pendingReads.push({ respond, fail }))
  return { pendingReads, read }
}

const client = () => {
  const transport = fixtureTransport()
  return { transport, client: createClient(transport) }
}

/** Uses a query as a component does, and records the values. */
function show<T>(query: Query<T>) {
  const seen: (T | undefined)[] = []
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(query.current)
    })
  })
  flushSync()
  return { seen, stop }
}

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

test('a late response never replaces a newer one', async () => {
  const { pendingReads, read } = deferredReads()
  const query = new Query(client().client, 'jobs.changed', read)
  const first = query.refresh()
  const second = query.refresh()
  pendingReads[1]!.respond('new')
  await second
  pendingReads[0]!.respond('old')
  await first
  expect(query.current).toBe('new')
  expect(query.loading).toBe(false)
})

test('a late failure does not replace a newer value', async () => {
  const { pendingReads, read } = deferredReads()
  const query = new Query(client().client, 'jobs.changed', read)
  const first = query.refresh()
  const second = query.refresh()
  pendingReads[1]!.respond('new')
  await second
  pendingReads[0]!.fail(new AppError('offline', 'No connection'))
  await first
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

test('a new key is read at once, and the response for the old key is dropped', async () => {
  const { pendingReads, read } = deferredReads()
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', read, { key: () => account })
  const { seen, stop } = show(query)
  await pass()
  account = 'b'
  await pass()
  expect(pendingReads.length).toBe(2)
  pendingReads[1]!.respond('figures of b')
  await pass()
  pendingReads[0]!.respond('figures of a')
  await pass()
  expect(seen).toEqual([undefined, 'figures of b'])
  stop()
})

test('the value of the old key is shown for at most 200 ms, and not after a failed read of the new key', async () => {
  const { pendingReads, read } = deferredReads()
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', read, { key: () => account })
  const { stop } = show(query)
  await pass()
  pendingReads[0]!.respond('figures of a')
  await pass()
  account = 'b'
  await pass(100)
  expect(query.current).toBe('figures of a')
  await pass(150)
  expect(query.current).toBeUndefined()
  pendingReads[1]!.respond('figures of b')
  await pass()
  expect(query.current).toBe('figures of b')
  account = 'c'
  await pass()
  pendingReads[2]!.fail(new AppError('internal', 'no'))
  await pass()
  expect(query.current).toBeUndefined()
  stop()
})

test('a key that changes while the query is unused is read at the next use', async () => {
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', async () => `figures of ${account}`, {
    key: () => account,
  })
  show(query).stop()
  await pass()
  account = 'b'
  const { stop } = show(query)
  await pass(1)
  expect(query.current).toBe('figures of b')
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
