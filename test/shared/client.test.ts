import { expect, test } from 'vitest'
import { createClient, type Reply, type Transport } from '#shared/client.ts'

/** A host that records requests and always sends the same response. */
class ScriptedTransport implements Transport {
  readonly calls: { readonly method: string; readonly params: unknown }[] = []
  readonly listeners = new Map<string, (payload: unknown) => void>()
  readonly #reply: Reply

  constructor(reply: Reply) {
    this.#reply = reply
  }

  request(method: string, params: unknown): Promise<Reply> {
    this.calls.push({ method, params })
    return Promise.resolve(this.#reply)
  }

  subscribe(topic: string, listener: (payload: unknown) => void): () => void {
    this.listeners.set(topic, listener)
    return () => this.listeners.delete(topic)
  }
}

test('a call sends its method and parameters and returns the value', async () => {
  const transport = new ScriptedTransport({ ok: true, value: { points: [], maxGapMs: 1 } })
  expect(await createClient(transport).call('equity.history', { accountId: 'a', from: 5 })).toEqual({
    points: [],
    maxGapMs: 1,
  })
  expect(transport.calls).toEqual([{ method: 'equity.history', params: { accountId: 'a', from: 5 } }])
})

test('a failure is thrown with its code and message', async () => {
  const transport = new ScriptedTransport({ ok: false, code: 'signed-out', message: 'Connect again' })
  await expect(createClient(transport).call('accounts.list')).rejects.toMatchObject({
    name: 'AppError',
    code: 'signed-out',
    message: 'Connect again',
  })
})

test('a listener receives its topic until it is removed', () => {
  const transport = new ScriptedTransport({ ok: true, value: undefined })
  const received: unknown[] = []
  const stop = createClient(transport).on('quotes.changed', ({ symbols }) => received.push(...symbols))
  transport.listeners.get('quotes.changed')?.({ symbols: ['AAA@XXXX'] })
  stop()
  expect(received).toEqual(['AAA@XXXX'])
  expect(transport.listeners.size).toBe(0)
})
