import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { startHost } from './host.ts'

const listenAt = (port: number, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/api/events', headers, agent: false }, resolve).on('error', reject).end()
  })

test('a page receives events in order until it disconnects', async () => {
  const { port, bearer, events } = await startHost()
  const stream = await listenAt(port, bearer)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  expect(stream.headers['content-type']).toBe('text/event-stream')
  expect(events.listeners).toBe(2)
  events.publish('settings.changed')
  events.publish('quotes.changed', { symbols: ['A@X', 'B\n@X'] })
  await until(() => text.includes('quotes.changed'), Boolean)
  const messages = text.split('\n\n').filter((block) => block.startsWith('data: '))
  expect(messages.map((block) => JSON.parse(block.slice(6)) as unknown)).toEqual([
    { topic: 'settings.changed' },
    { topic: 'quotes.changed', payload: { symbols: ['A@X', 'B\n@X'] } },
  ])
  stream.destroy()
  await until(() => events.listeners === 1, Boolean)
  events.publish('settings.changed')
})

test('several pages receive the same events', async () => {
  const { port, bearer, events } = await startHost()
  const texts = ['', '']
  for (const i of [0, 1]) {
    const stream = await listenAt(port, bearer)
    stream.setEncoding('utf8').on('data', (chunk: string) => (texts[i] += chunk))
  }
  events.publish('orders.changed', { accountId: 'a' })
  await until(() => texts.every((text) => text.includes('orders.changed')), Boolean)
})

test('a page that reads too slowly is disconnected, and others are not affected', async () => {
  const { port, bearer, events } = await startHost()
  const slow = await listenAt(port, bearer)
  slow.pause()
  slow.on('error', () => undefined)
  const symbols = Array.from({ length: 500 }, (_, i) => `${'S'.repeat(110)}${i}@X`)
  let published = 0
  while (events.listeners > 1 && published < 2_000) {
    // In one burst, as sync publishes: the page is disconnected in the middle of it.
    for (let i = 0; i < 20; i++, published++) events.publish('quotes.changed', { symbols })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(events.listeners).toBe(1)
})
