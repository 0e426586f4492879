import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinedQuery, query } from '#renderer/lib/host/queries.svelte.ts'
import { createClient, type Client } from '#shared/client.ts'
import { changedBy } from '#shared/contract/request-traits.ts'
import { fixtureTransport } from '../../fixtures/transport.ts'
import { client, pass, show } from './query-host.svelte.ts'

/** The number of times that a request was sent. */
const sent = ({ calls }: ReturnType<typeof fixtureTransport>, method: string): number =>
  calls.filter((call) => call.method === method).length

test('a query follows every event that changes its answer, except those that the screen ignores', async () => {
  const { transport, client: window } = client()
  const whole = show(query(window, 'orders.list', () => ({ accountId: null })))
  await pass()
  const followed = changedBy('orders.list')
  expect(followed.length).toBeGreaterThan(2)
  expect(followed.map((topic) => transport.listening(topic))).toEqual(followed.map(() => 1))
  whole.stop()
  await pass()
  const part = show(query(window, 'orders.list', () => ({ accountId: null }), { ignores: ['quotes.changed'] }))
  expect([transport.listening('quotes.changed'), transport.listening('instruments.changed')]).toEqual([0, 1])
  part.stop()
  const once = show(query(window, 'transactions.facets', { ignores: 'all' }))
  expect(transport.listening('transactions.changed')).toBe(0)
  once.stop()
})

test('a value of several answers follows the events of each', async () => {
  const { transport, client: window } = client()
  const { stop } = show(
    combinedQuery(window, ['views.list', 'exports.list'], async (host) => [
      ...(await host.call('views.list')),
      ...(await host.call('exports.list')),
    ]),
  )
  await pass()
  expect((['views.changed', 'exports.changed'] as const).map((topic) => transport.listening(topic))).toEqual([1, 1])
  expect([sent(transport, 'views.list'), sent(transport, 'exports.list')]).toEqual([1, 1])
  transport.emit('exports.changed')
  await pass(300)
  expect([sent(transport, 'views.list'), sent(transport, 'exports.list')]).toEqual([2, 2])
  stop()
})

test('equal parameters are read once; without parameters nothing is asked', async () => {
  const { transport, client: window } = client()
  let given = $state.raw<{ readonly accountId: string } | null>(null)
  const asked = query(window, 'lots.list', () => given && { ...given, symbol: null })
  const { stop } = show(asked)
  await pass()
  expect([asked.current, sent(transport, 'lots.list')]).toEqual([null, 0])
  given = { accountId: '1900001' }
  await pass()
  given = { accountId: '1900001' }
  await pass()
  expect(sent(transport, 'lots.list')).toBe(1)
  given = { accountId: '1900002' }
  await pass()
  expect(sent(transport, 'lots.list')).toBe(2)
  stop()
})

test('a screen that is opened again begins with the answer to the same question, if the request is remembered', async () => {
  const { client: window } = client()
  const scope = { accountId: null }
  const first = show(query(window, 'orders.list', () => scope))
  const unremembered = show(query(window, 'cancels.list', () => ({ ...scope, limit: 5 })))
  await pass()
  first.stop()
  unremembered.stop()
  expect(query(window, 'orders.list', () => scope).current).toBeDefined()
  expect(query(window, 'orders.list', () => ({ accountId: '1900001' })).current).toBeUndefined()
  expect(query(window, 'cancels.list', () => ({ ...scope, limit: 5 })).current).toBeUndefined()
})

test('whatever the order of answers and failures, a current answer is that to the present parameters', async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ answer: fc.nat(5), fails: fc.boolean() }),
    fc.record({ waitMs: fc.constantFrom(0, 100, 250) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      let id = $state('a')
      const asked = (): string => id
      interface Asked {
        readonly end: (fails: boolean) => void
      }
      const asks: Asked[] = []
      const open: Asked[] = []
      const transport = fixtureTransport({
        'orders.history': ({ orderId }) =>
          new Promise((resolve, reject) => {
            const request: Asked = {
              end: (fails) => (fails ? reject(new TypeError('no')) : resolve({ id: orderId } as never)),
            }
            asks.push(request)
            open.push(request)
          }),
      })
      const window: Client = createClient(transport)
      const history = query(window, 'orders.history', () => ({ accountId: '1900001', orderId: asked() }))
      const { stop } = show(history)
      for (const each of steps) {
        if ('ask' in each) id = each.ask
        else if ('answer' in each) open.splice(each.answer, 1)[0]?.end(each.fails)
        await pass('waitMs' in each ? each.waitMs : 0)
        const shown = history.current as { readonly id: string } | null | undefined
        if (history.isCurrent && shown != null) expect(shown.id).toBe(asked())
      }
      // Earlier questions that are answered afterwards change nothing.
      await pass(300)
      const last = open.find((request) => request === asks.at(-1))
      last?.end(false)
      for (const request of open) if (request !== last) request.end(false)
      await pass(300)
      if (last !== undefined) expect([history.isCurrent, history.current]).toEqual([true, { id: asked() }])
      stop()
    }),
  )
})
