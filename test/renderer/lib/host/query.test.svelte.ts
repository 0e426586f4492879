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

/** A read whose responses the test gives, in any order. */
function deferredReads() {
  const asked: { answer: (value: string) => void; fail: (cause: unknown) => void }[] = []
  const read = () => new Promise<string>((answer, fail) => asked.push({ answer, fail }))
  return { asked, read }
}

const client = () => {
  const transport = fixtureTransport()
  return { transport, client: createClient(transport) }
}

/** Shows a query like a component, and records the shown values. */
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

test('reads only while used, repeats on its topics and on a profile change, and stops when unused', async () => {
  const { client: on, transport } = client()
  let n = 0
  const query = new Query(on, ['jobs.changed', 'settings.changed'], async () => ++n)
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

test('reads a frequent topic at most every 250 ms, and always its last change', async () => {
  const { client: on, transport } = client()
  let heard = 0
  let reads = 0
  const query = new Query(on, 'budget.changed', async () => (reads++, heard))
  const { stop } = show(query)
  await pass()
  for (let word = 1; word <= 100; word++) {
    heard = word
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
  const { client: on, transport } = client()
  let n = 0
  const query = new Query(on, 'jobs.changed', () => {
    const turn = ++n
    return new Promise<number>((answer) => setTimeout(() => answer(turn), 600))
  })
  const { stop } = show(query)
  for (let turn = 0; turn < 40; turn++) {
    await pass(100)
    transport.emit('jobs.changed')
  }
  expect(query.current).toBeGreaterThan(3)
  stop()
})

test('a late response never replaces a newer one', async () => {
  const { asked, read } = deferredReads()
  const query = new Query(client().client, 'jobs.changed', read)
  const first = query.refresh()
  const second = query.refresh()
  asked[1]!.answer('new')
  await second
  asked[0]!.answer('old')
  await first
  expect(query.current).toBe('new')
  expect(query.loading).toBe(false)
})

test('a late failure does not replace a newer value', async () => {
  const { asked, read } = deferredReads()
  const query = new Query(client().client, 'jobs.changed', read)
  const first = query.refresh()
  const second = query.refresh()
  asked[1]!.answer('new')
  await second
  asked[0]!.fail(new AppError('offline', 'No connection'))
  await first
  expect(query.error).toBeUndefined()
  expect(query.current).toBe('new')
})

test('a failure keeps the old value and is cleared by the next success', async () => {
  const { client: on, transport } = client()
  let failure: AppError | undefined
  const query = new Query(on, 'jobs.changed', async () => {
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

test('a new key reads at once and drops the response for the old one', async () => {
  const { asked, read } = deferredReads()
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', read, { key: () => account })
  const { seen, stop } = show(query)
  await pass()
  account = 'b'
  await pass()
  expect(asked.length).toBe(2)
  asked[1]!.answer('figures of b')
  await pass()
  asked[0]!.answer('figures of a')
  await pass()
  expect(seen).toEqual([undefined, 'figures of b'])
  stop()
})

test('the value of the old key is shown for 200 ms at most, and not after the new read failed', async () => {
  const { asked, read } = deferredReads()
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', read, { key: () => account })
  const { stop } = show(query)
  await pass()
  asked[0]!.answer('figures of a')
  await pass()
  account = 'b'
  await pass(100)
  expect(query.current).toBe('figures of a')
  await pass(150)
  expect(query.current).toBeUndefined()
  asked[1]!.answer('figures of b')
  await pass()
  expect(query.current).toBe('figures of b')
  account = 'c'
  await pass()
  asked[2]!.fail(new AppError('internal', 'no'))
  await pass()
  expect(query.current).toBeUndefined()
  stop()
})

test('a key that changed while the query was unused is noticed at the next use', async () => {
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
  const { asked, read } = deferredReads()
  const { client: on, transport } = client()
  const query = new Query(on, 'settings.changed', read)
  const { stop } = show(query)
  await pass()
  query.accept('written')
  asked[0]!.answer('from before')
  await pass()
  expect(query.current).toBe('written')
  transport.emit('settings.changed')
  await pass(300)
  asked[1]!.answer('after')
  await pass()
  expect(query.current).toBe('after')
  stop()
})
