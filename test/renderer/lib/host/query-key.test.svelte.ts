import { expect, test } from 'vitest'
import { Query } from '../../../../src/renderer/lib/host/query.svelte.ts'
import { AppError } from '../../../../src/shared/errors.ts'
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
