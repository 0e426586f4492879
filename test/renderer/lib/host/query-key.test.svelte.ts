import { expect, test } from 'vitest'
import { forgetValues } from '#renderer/lib/host/query-memory.ts'
import { Query } from '#renderer/lib/host/query.svelte.ts'
import { AppError } from '#shared/errors.ts'
import { pass, deferredReads, client, show } from './query-host.svelte.ts'

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

/** A query as a screen creates it again on each visit, and its values. */
const visit = (window: ReturnType<typeof client>, read: () => Promise<string>, account: string) =>
  show(new Query(window.client, 'accounts.changed', read, { key: () => account, name: 'figures' }))

test('a named query begins with the last value of its key, and then reads it again', async () => {
  const window = client()
  const { pendingReads, read } = deferredReads()
  const first = visit(window, read, 'a')
  await pass()
  pendingReads[0]!.respond('old figures of a')
  await pass()
  first.stop()
  await pass(1_000)
  const { seen, stop } = visit(window, read, 'a')
  await pass()
  pendingReads[1]!.respond('new figures of a')
  await pass()
  expect(seen).toEqual(['old figures of a', 'new figures of a'])
  stop()
  expect(visit(window, read, 'b').seen).toEqual([undefined])
  expect(visit(client(), read, 'a').seen).toEqual([undefined])
})

test('a key that was shown before is shown at once when it returns, without the value of the other key', async () => {
  const { pendingReads, read } = deferredReads()
  let account = $state('a')
  const query = new Query(client().client, 'accounts.changed', read, { key: () => account, name: 'figures' })
  const { seen, stop } = show(query)
  for (const shown of ['a', 'b']) {
    account = shown
    await pass()
    pendingReads.at(-1)!.respond(`figures of ${shown}`)
    await pass()
  }
  account = 'a'
  await pass()
  expect(query.current).toBe('figures of a')
  await pass(1_000)
  expect(seen).toEqual([undefined, 'figures of a', 'figures of b', 'figures of a'])
  stop()
})

test('a value is not shown again after ten minutes, nor after the window forgot its values', async () => {
  const window = client()
  const { pendingReads, read } = deferredReads()
  const first = visit(window, read, 'a')
  await pass()
  pendingReads[0]!.respond('figures of a')
  await pass()
  first.stop()
  await pass(11 * 60_000)
  const later = visit(window, read, 'a')
  expect(later.seen).toEqual([undefined])
  await pass()
  pendingReads[1]!.respond('later figures of a')
  await pass()
  forgetValues(window.client)
  // An answer that belongs to what the window forgot is not remembered either.
  window.transport.emit('accounts.changed', { accountId: 'a' })
  await pass(300)
  pendingReads[2]!.respond('late figures of a')
  await pass()
  later.stop()
  expect(visit(window, read, 'a').seen).toEqual([undefined])
})
