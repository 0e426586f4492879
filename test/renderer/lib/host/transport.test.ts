import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { webHost, type Reach } from '#renderer/lib/host/transport.ts'
import { stubBrowser, type FakeStream } from './browser.ts'

let respond: (body: unknown) => Promise<Response>
let browser: ReturnType<typeof stubBrowser>
let authorizations: (string | null)[]
beforeEach(() => {
  browser = stubBrowser()
  authorizations = []
  vi.useFakeTimers()
  sessionStorage.setItem('tidemark-session', 'the-token')
  vi.stubGlobal('fetch', (path: string, { signal, body, headers }: RequestInit) => {
    if (path === '/api/trust') return Promise.resolve(new Response(null, { status: 204 }))
    authorizations.push(new Headers(headers).get('authorization'))
    return path === '/api/events' ? browser.openEvents(signal!) : respond(JSON.parse(body as string))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const orderEvent = 'data: {"topic":"orders.changed","payload":{"accountId":"a"}}\n\n'
const settle = () => vi.advanceTimersByTimeAsync(0)
const openTab = async () => {
  const { page: host, setVisibility } = browser.openTab(webHost)
  const reach: Reach[] = []
  const counts = { changes: 0, orders: 0 }
  host.onReach((next) => reach.push(next))
  host.subscribe('profile.changed', () => counts.changes++)
  host.subscribe('orders.changed', () => counts.orders++)
  await settle()
  return { host, setVisibility, reach, counts }
}
const openStream = (): FakeStream => {
  const streams = browser.openStreams()
  expect(streams).toHaveLength(1)
  return streams[0]!
}

test('a request is sent as method and params, and its reply is returned unchanged', async () => {
  const { host } = await openTab()
  respond = async (body) => Response.json({ ok: true, value: body })
  expect(await host.request('sync.now', { job: null })).toEqual({
    ok: true,
    value: { method: 'sync.now', params: { job: null } },
  })
  respond = async () => Response.json({ ok: false, code: 'offline', message: 'No connection' }, { status: 200 })
  expect(await host.request('x', undefined)).toEqual({ ok: false, code: 'offline', message: 'No connection' })
})

test('a lost host, a refused key and their recovery are reported', async () => {
  const { host, reach } = await openTab()
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await host.request('x', undefined)).toMatchObject({ ok: false, code: 'unavailable' })
  respond = async () => new Response('no', { status: 401 })
  const message = 'This page is not paired with Tidemark.'
  expect(await host.request('x', undefined)).toEqual({ ok: false, code: 'unavailable', message })
  respond = async () => Response.json({ ok: true })
  const sent = host.request('x', undefined)
  await vi.advanceTimersByTimeAsync(1000) // No other tab has a token.
  await sent
  expect(reach).toEqual(['connected', 'lost', 'refused', 'connected'])
  // A refused token is not sent again.
  expect(authorizations).toEqual(['Bearer the-token', 'Bearer the-token', 'Bearer the-token', null])
})

test('a malformed response is reported as unavailable', async () => {
  const { host } = await openTab()
  for (const body of ['<html>', '{"ok":false,"code":"made-up","message":"x"}', '{"ok":1}', 'null']) {
    respond = async () => new Response(body)
    expect(await host.request('x', undefined)).toMatchObject({ ok: false, code: 'unavailable' })
  }
})

test('events reach the listeners of their topic, also in pieces; malformed events reach none', async () => {
  const { host } = await openTab()
  const received: unknown[] = []
  const stop = host.subscribe('accounts.changed', (payload) => received.push(payload))
  const stream = openStream()
  stream.open()
  stream.write('data: {"topic":"accounts.changed","pay')
  await settle()
  stream.write('load":{"accountId":"a"}}\n\ndata: {"topic":"jobs.changed"}\n\ndata: not json\n\n')
  stream.write('data: {"topic":5}\n\n: comment\n\n')
  await settle()
  stop()
  stream.write('data: {"topic":"accounts.changed","payload":{"accountId":"b"}}\n\n')
  await settle()
  expect(received).toEqual([{ accountId: 'a' }])
})

test('after a reconnection, everything is reported as changed, once', async () => {
  const { counts, reach } = await openTab()
  const stream = openStream()
  stream.open()
  await settle()
  expect(counts.changes).toBe(0)
  stream.fail()
  await vi.advanceTimersByTimeAsync(2000)
  browser.openStreams().at(-1)!.open()
  await settle()
  expect([counts.changes, reach]).toEqual([1, ['connected', 'lost', 'connected']])
})

test('a refused stream is reported and opened again', async () => {
  const { counts, reach } = await openTab()
  openStream().refuse()
  await vi.advanceTimersByTimeAsync(3000)
  browser.openStreams().at(-1)!.open()
  await settle()
  expect([counts.changes, reach]).toEqual([1, ['connected', 'refused', 'connected']])
})

test('eight tabs share one stream, and each receives its events', async () => {
  const tabs = [await openTab()]
  openStream().open()
  await settle()
  for (let i = 1; i < 8; i++) tabs.push(await openTab())
  openStream().write(orderEvent)
  await settle()
  expect(tabs.map(({ counts }) => counts)).toEqual(tabs.map(() => ({ changes: 0, orders: 1 })))
})

test('a hidden tab closes the stream and receives no events; when it is visible again, it opens the stream and refreshes', async () => {
  const [first, second] = [await openTab(), await openTab()]
  openStream().open()
  await settle()
  first.setVisibility('hidden')
  await settle()
  openStream().open()
  await settle()
  openStream().write(orderEvent)
  await settle()
  expect([first.counts, second.counts]).toMatchObject([{ orders: 0 }, { changes: 2, orders: 1 }])
  second.setVisibility('hidden')
  await settle()
  expect(browser.openStreams()).toEqual([])
  const { changes } = first.counts
  first.setVisibility('visible')
  await settle()
  openStream().open()
  await settle()
  expect(first.counts.changes).toBe(changes + 1)
})

test('a tab that becomes visible refreshes even if another tab has the stream', async () => {
  const [first, second] = [await openTab(), await openTab()]
  openStream().open()
  await settle()
  const { changes } = second.counts
  second.setVisibility('hidden')
  second.setVisibility('visible')
  await settle()
  expect([first.counts.changes, second.counts.changes]).toEqual([0, changes + 1])
})

test('a hidden tab keeps the stream if this browser shows notifications', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' })
  const { setVisibility, counts } = await openTab()
  openStream().open()
  setVisibility('hidden')
  await settle()
  openStream().write(orderEvent)
  await settle()
  expect(counts.orders).toBe(1)
})
