import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { webHost, type Reach } from '../../../src/renderer/lib/transport.ts'

/** A server-sent event source that the test speaks through. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }
  open = () => this.dispatchEvent(new Event('open'))
  fail = (readyState: number) => {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  say = (data: string) => this.dispatchEvent(new MessageEvent('message', { data }))
}

let respond: (body: unknown) => Promise<Response>
beforeEach(() => {
  FakeSource.all = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => respond(JSON.parse(init.body as string)))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () => {
  const host = webHost()
  const reach: Reach[] = []
  host.onReach((next) => reach.push(next))
  const [source] = FakeSource.all
  if (!source) throw new Error('no source')
  return { host, reach, source }
}

test('a request goes as method and params, and its reply comes back as it is', async () => {
  const { host } = start()
  respond = async (body) => Response.json({ ok: true, value: body })
  expect(await host.request('sync.now', { job: null })).toEqual({
    ok: true,
    value: { method: 'sync.now', params: { job: null } },
  })
  respond = async () => Response.json({ ok: false, code: 'offline', message: 'No connection' }, { status: 200 })
  expect(await host.request('x', undefined)).toEqual({ ok: false, code: 'offline', message: 'No connection' })
})

test('a host that is gone, or knows the key no more, is noticed, and so is its return', async () => {
  const { host, reach } = start()
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await host.request('x', undefined)).toMatchObject({ ok: false, code: 'unavailable' })
  respond = async () => new Response('no', { status: 401 })
  expect(await host.request('x', undefined)).toMatchObject({ ok: false, code: 'unavailable' })
  respond = async () => Response.json({ ok: true })
  await host.request('x', undefined)
  expect(reach).toEqual(['answering', 'lost', 'refused', 'answering'])
})

test('an answer that is no reply is not taken for one', async () => {
  const { host } = start()
  for (const body of ['<html>', '{"ok":false,"code":"made-up","message":"x"}', '{"ok":1}', 'null']) {
    respond = async () => new Response(body)
    expect(await host.request('x', undefined)).toMatchObject({ ok: false, code: 'unavailable' })
  }
})

test('events reach those who listen to their topic; what is malformed reaches nobody', () => {
  const { host, source } = start()
  const heard: unknown[] = []
  const stop = host.subscribe('accounts.changed', (payload) => heard.push(payload))
  source.say('{"topic":"accounts.changed","payload":{"accountId":"a"}}')
  source.say('{"topic":"jobs.changed"}')
  source.say('not json')
  source.say('{"topic":5}')
  stop()
  source.say('{"topic":"accounts.changed","payload":{"accountId":"b"}}')
  expect(heard).toEqual([{ accountId: 'a' }])
})

test('after a lost connection everything counts as changed, once', () => {
  const { host, source, reach } = start()
  let changes = 0
  host.subscribe('profile.changed', () => changes++)
  source.open()
  expect(changes).toBe(0)
  source.fail(0)
  source.open()
  expect([changes, reach]).toEqual([1, ['answering', 'lost', 'answering']])
})

test('a refused stream is opened again, for the browser gives up by itself', async () => {
  const { host, source } = start()
  let changes = 0
  host.subscribe('profile.changed', () => changes++)
  source.fail(FakeSource.CLOSED)
  expect(FakeSource.all.length).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(FakeSource.all.length).toBe(2)
  FakeSource.all[1]!.open()
  expect(changes).toBe(1)
})
