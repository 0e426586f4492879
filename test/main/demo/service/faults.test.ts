import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { routes } from '#main/demo/service/dispatch.ts'
import { startDemo, type DemoClient } from '../demo-client.ts'
import { reads } from '../reads.ts'

const asset = '/v1/assets/SBER@MISX'
const createGate = () => {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { open, passed }
}
/** A cancel of a working order whose response a fault suppresses. */
const cancelPath = ({ demo }: DemoClient) => {
  const order = demo.orders.list('1900001').find(({ status }) => status === 'NEW')!
  return { order, path: `/v1/accounts/1900001/orders/${order.id}` }
}

test("a status fault sends the service's error body or the given one, as many times as set", async () => {
  const { demo, requestJson, send } = await startDemo()
  demo.faults.set({ path: asset, times: 2 }, { kind: 'status', status: 503 })
  expect(await requestJson('GET', asset)).toMatchObject({ status: 503, body: { code: 14, details: [] } })
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
  expect((await requestJson('GET', asset)).status).toBe(503)
  expect((await requestJson('GET', asset)).status).toBe(200)
  demo.faults.set({ path: /usage$/ }, { kind: 'status', status: 500, body: '<html>' })
  expect(await (await send('GET', '/v1/usage')).text()).toBe('<html>')
  demo.faults.clear()
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
})

test('a fault can be limited to a method', async () => {
  const client = await startDemo()
  client.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504 })
  expect((await client.requestJson('GET', '/v1/accounts/1900001/orders')).status).toBe(200)
  expect((await client.requestJson('DELETE', cancelPath(client).path)).status).toBe(504)
})

test('an endpoint of the contract can be refused, and then only that one', async () => {
  const { demo, requestJson } = await startDemo({ size: 'typical', requestsPerMinute: 1000 })
  demo.faults.refuse('GET /v1/assets/{symbol}', 403, 'No access')
  expect(await requestJson('GET', asset)).toEqual({
    status: 403,
    body: { code: 7, message: 'No access', details: [] },
  })
  for (const [path] of reads)
    expect([path, (await requestJson('GET', path)).status]).toEqual([path, path === asset ? 403 : 200])
  demo.faults.clear()
  expect((await requestJson('GET', asset)).status).toBe(200)
  for (const { method, path } of routes) demo.faults.refuse(`${method} ${path}`, 503, 'Closed')
  for (const [path] of reads) expect([path, (await requestJson('GET', path)).status]).toEqual([path, 503])
  expect(() => demo.faults.refuse('GET /v1/nothing', 503, 'Closed')).toThrow('/v1/nothing')
})

test("a delay waits by the demo's clock, then responds", async () => {
  const { demo, requestJson, clock } = await startDemo()
  demo.faults.set({ path: asset }, { kind: 'delay', ms: 5000 })
  const { open, passed } = createGate()
  let isAnswered = false
  const pending = requestJson('GET', asset).then((result) => {
    isAnswered = true
    open()
    return result
  })
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  await clock.advance(4999)
  expect(isAnswered).toBe(false)
  await clock.advance(1)
  await passed
  expect((await pending).status).toBe(200)
})

test('a delay and another fault can be combined', async () => {
  const { demo, requestJson, clock } = await startDemo()
  demo.faults.set({}, { kind: 'delay', ms: 1000 })
  demo.faults.set({}, { kind: 'status', status: 500 })
  const pending = requestJson('GET', asset)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  await clock.advance(1000)
  expect((await pending).status).toBe(500)
})

test('the fault "silence" sends no response, and closing the demo ends the request', async () => {
  const { demo, send } = await startDemo()
  demo.faults.set({ path: asset }, { kind: 'silence' })
  const outcome = send('GET', asset).then(
    () => 'answered',
    () => 'broken',
  )
  await vi.waitFor(() => expect(demo.requests().at(-1)).toMatchObject({ path: asset, status: null }))
  await demo.close()
  expect(await outcome).toBe('broken')
})

test('a reset breaks the connection; the request takes effect only if the fault says so', async () => {
  const client = await startDemo()
  const { order, path } = cancelPath(client)
  client.demo.faults.set({ method: 'DELETE', times: 1 }, { kind: 'reset' })
  await expect(client.requestJson('DELETE', path)).rejects.toThrow()
  expect(client.demo.orders.find(order.id)?.status).toBe('NEW')
  client.demo.faults.set({ method: 'DELETE', times: 1 }, { kind: 'reset', takesEffect: true })
  await expect(client.requestJson('DELETE', path)).rejects.toThrow()
  expect(client.demo.orders.find(order.id)?.status).toBe('CANCELED')
})

test('a request can take effect although it gets a 504', async () => {
  const client = await startDemo()
  const { order, path } = cancelPath(client)
  client.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504, takesEffect: true })
  expect((await client.requestJson('DELETE', path)).status).toBe(504)
  expect(client.demo.orders.find(order.id)?.status).toBe('CANCELED')
})

test('a cut body announces its complete length and sends half', async () => {
  const { demo, signIn } = await startDemo()
  const token = await signIn()
  demo.faults.set({ path: '/v1/assets' }, { kind: 'cut' })
  const { promised, arrived, isComplete } = await new Promise<{
    promised: number
    arrived: number
    isComplete: boolean
  }>((resolve, reject) => {
    request(`${demo.baseUrl}/v1/assets`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      let arrived = 0
      response.on('data', (chunk: Buffer) => (arrived += chunk.length))
      response.on('error', () => {})
      response.on('close', () =>
        resolve({ promised: Number(response.headers['content-length']), arrived, isComplete: response.complete }),
      )
    })
      .on('error', reject)
      .end()
  })
  expect(isComplete).toBe(false)
  expect(arrived).toBe(Math.floor(promised / 2))
})

test('a malformed body has a success status and is not JSON', async () => {
  const { demo, send } = await startDemo()
  demo.faults.set({ path: asset }, { kind: 'malformed' })
  const response = await send('GET', asset)
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow(SyntaxError)
})

test('an oversized body has the set size and is well-formed', async () => {
  const { demo, send } = await startDemo()
  demo.faults.set({ path: asset }, { kind: 'oversized', megabytes: 3 })
  const body = await (await send('GET', asset)).text()
  expect(body.length).toBeGreaterThan(3 * 1024 * 1024)
  expect(JSON.parse(body)).toEqual({ padding: [] })
})

test('revoked tokens are refused, immediately or with a request', async () => {
  const { demo, requestJson, signIn } = await startDemo()
  demo.faults.revokeTokens()
  expect((await requestJson('GET', asset)).status).toBe(401)
  await signIn()
  demo.faults.set({ path: asset, times: 1 }, { kind: 'revoke-tokens' })
  expect((await requestJson('GET', '/v1/usage')).status).toBe(200)
  expect((await requestJson('GET', asset)).status).toBe(401)
  await signIn()
  expect((await requestJson('GET', asset)).status).toBe(200)
})

test('a demo that is down refuses connections and returns at the same address with the same tokens', async () => {
  const { demo, requestJson } = await startDemo()
  await demo.faults.goDown()
  await demo.faults.goDown()
  await expect(requestJson('GET', asset)).rejects.toThrow()
  await demo.faults.comeUp()
  await demo.faults.comeUp()
  expect((await requestJson('GET', asset)).status).toBe(200)
})

test('going down breaks running requests', async () => {
  const { demo, send } = await startDemo()
  demo.faults.set({ path: asset }, { kind: 'silence' })
  const broken = expect(send('GET', asset)).rejects.toThrow()
  await vi.waitFor(() => expect(demo.requests().at(-1)?.path).toBe(asset))
  await demo.faults.goDown()
  await broken
})

test('the log has each request, never its credentials', async () => {
  const logged: unknown[] = []
  const { demo, requestJson, signIn } = await startDemo({ accessLog: (entry) => logged.push(entry) })
  const token = await signIn()
  await requestJson('GET', `${asset}?account_id=1900001`)
  expect(demo.requests().at(-1)).toEqual({
    at: demo.market.now(),
    method: 'GET',
    path: asset,
    query: 'account_id=1900001',
    hadAuthorization: true,
    status: 200,
  })
  expect(logged).toEqual(demo.requests())
  expect(JSON.stringify(logged)).not.toContain(token)
  expect(JSON.stringify(logged)).not.toContain(demo.secret)
})

test('each start has its own secret and port', async () => {
  const [first, second] = [await startDemo(), await startDemo()]
  expect(first.demo.secret).not.toBe(second.demo.secret)
  expect(first.demo.baseUrl).not.toBe(second.demo.baseUrl)
  const response = await first.send('POST', '/v1/sessions', { secret: second.demo.secret }, {})
  expect(response.status).toBe(401)
})
