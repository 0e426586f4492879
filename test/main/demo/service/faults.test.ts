import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { visit, type Visit } from './visit.ts'

const asset = '/v1/assets/SBER@MISX'
const gate = () => {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { open, passed }
}
/** A cancel of a working order, whose answer a fault will take away. */
const cancelPath = ({ demo }: Visit) => {
  const order = demo.orders.list('1900001').find(({ status }) => status === 'NEW')!
  return { order, path: `/v1/accounts/1900001/orders/${order.id}` }
}

test('a status comes with a body of the service, or with any other, as often as was said', async () => {
  const { demo, ask, send } = await visit()
  demo.faults.set({ path: asset, times: 2 }, { kind: 'status', status: 503 })
  expect(await ask('GET', asset)).toMatchObject({ status: 503, body: { code: 14, details: [] } })
  expect((await ask('GET', '/v1/usage')).status).toBe(200)
  expect((await ask('GET', asset)).status).toBe(503)
  expect((await ask('GET', asset)).status).toBe(200)
  demo.faults.set({ path: /usage$/ }, { kind: 'status', status: 500, body: '<html>' })
  expect(await (await send('GET', '/v1/usage')).text()).toBe('<html>')
  demo.faults.clear()
  expect((await ask('GET', '/v1/usage')).status).toBe(200)
})

test('a fault may name the method', async () => {
  const visitor = await visit()
  visitor.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504 })
  expect((await visitor.ask('GET', '/v1/accounts/1900001/orders')).status).toBe(200)
  expect((await visitor.ask('DELETE', cancelPath(visitor).path)).status).toBe(504)
})

test('a delay waits by the clock of the demo, then answers', async () => {
  const { demo, ask, clock } = await visit()
  demo.faults.set({ path: asset }, { kind: 'delay', ms: 5000 })
  const { open, passed } = gate()
  let isAnswered = false
  const answer = ask('GET', asset).then((result) => {
    isAnswered = true
    open()
    return result
  })
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  await clock.advance(4999)
  expect(isAnswered).toBe(false)
  await clock.advance(1)
  await passed
  expect((await answer).status).toBe(200)
})

test('a delay and another fault come together', async () => {
  const { demo, ask, clock } = await visit()
  demo.faults.set({}, { kind: 'delay', ms: 1000 })
  demo.faults.set({}, { kind: 'status', status: 500 })
  const answer = ask('GET', asset)
  await vi.waitFor(() => expect(clock.pending).toBe(1))
  await clock.advance(1000)
  expect((await answer).status).toBe(500)
})

test('silence never answers, and closing the demo ends it', async () => {
  const { demo, send } = await visit()
  demo.faults.set({ path: asset }, { kind: 'silence' })
  const answer = send('GET', asset).then(
    () => 'answered',
    () => 'broken',
  )
  await vi.waitFor(() => expect(demo.requests().at(-1)).toMatchObject({ path: asset, status: null }))
  await demo.close()
  expect(await answer).toBe('broken')
})

test('a reset breaks the connection; the request takes effect only where that was said', async () => {
  const visitor = await visit()
  const { order, path } = cancelPath(visitor)
  visitor.demo.faults.set({ method: 'DELETE', times: 1 }, { kind: 'reset' })
  await expect(visitor.ask('DELETE', path)).rejects.toThrow()
  expect(visitor.demo.orders.find(order.id)?.status).toBe('NEW')
  visitor.demo.faults.set({ method: 'DELETE', times: 1 }, { kind: 'reset', takesEffect: true })
  await expect(visitor.ask('DELETE', path)).rejects.toThrow()
  expect(visitor.demo.orders.find(order.id)?.status).toBe('CANCELED')
})

test('a 504 may hide that the request took effect', async () => {
  const visitor = await visit()
  const { order, path } = cancelPath(visitor)
  visitor.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504, takesEffect: true })
  expect((await visitor.ask('DELETE', path)).status).toBe(504)
  expect(visitor.demo.orders.find(order.id)?.status).toBe('CANCELED')
})

test('a cut body is promised whole and arrives as half', async () => {
  const { demo, signIn } = await visit()
  const token = await signIn()
  demo.faults.set({ path: '/v1/assets' }, { kind: 'cut' })
  const { promised, arrived, isWhole } = await new Promise<{ promised: number; arrived: number; isWhole: boolean }>(
    (resolve, reject) => {
      request(`${demo.baseUrl}/v1/assets`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
        let arrived = 0
        response.on('data', (chunk: Buffer) => (arrived += chunk.length))
        response.on('error', () => {})
        response.on('close', () =>
          resolve({ promised: Number(response.headers['content-length']), arrived, isWhole: response.complete }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
  expect(isWhole).toBe(false)
  expect(arrived).toBe(Math.floor(promised / 2))
})

test('a malformed body has a good status and is no JSON', async () => {
  const { demo, send } = await visit()
  demo.faults.set({ path: asset }, { kind: 'malformed' })
  const response = await send('GET', asset)
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow(SyntaxError)
})

test('an oversized body is as large as was said, and well formed', async () => {
  const { demo, send } = await visit()
  demo.faults.set({ path: asset }, { kind: 'oversized', megabytes: 3 })
  const body = await (await send('GET', asset)).text()
  expect(body.length).toBeGreaterThan(3 * 1024 * 1024)
  expect(JSON.parse(body)).toEqual({ padding: [] })
})

test('revoked tokens are refused, at once or with a request', async () => {
  const { demo, ask, signIn } = await visit()
  demo.faults.revokeTokens()
  expect((await ask('GET', asset)).status).toBe(401)
  await signIn()
  demo.faults.set({ path: asset, times: 1 }, { kind: 'revoke-tokens' })
  expect((await ask('GET', '/v1/usage')).status).toBe(200)
  expect((await ask('GET', asset)).status).toBe(401)
  await signIn()
  expect((await ask('GET', asset)).status).toBe(200)
})

test('a demo that is down refuses connections and comes up at the same address with the same tokens', async () => {
  const { demo, ask } = await visit()
  await demo.faults.goDown()
  await demo.faults.goDown()
  await expect(ask('GET', asset)).rejects.toThrow()
  await demo.faults.comeUp()
  await demo.faults.comeUp()
  expect((await ask('GET', asset)).status).toBe(200)
})

test('going down breaks what is under way', async () => {
  const { demo, send } = await visit()
  demo.faults.set({ path: asset }, { kind: 'silence' })
  const broken = expect(send('GET', asset)).rejects.toThrow()
  await vi.waitFor(() => expect(demo.requests().at(-1)?.path).toBe(asset))
  await demo.faults.goDown()
  await broken
})

test('the log tells what was asked, never with what', async () => {
  const seen: unknown[] = []
  const { demo, ask, signIn } = await visit({ accessLog: (entry) => seen.push(entry) })
  const token = await signIn()
  await ask('GET', `${asset}?account_id=1900001`)
  expect(demo.requests().at(-1)).toEqual({
    at: demo.market.now(),
    method: 'GET',
    path: asset,
    query: 'account_id=1900001',
    hadAuthorization: true,
    status: 200,
  })
  expect(seen).toEqual(demo.requests())
  expect(JSON.stringify(seen)).not.toContain(token)
  expect(JSON.stringify(seen)).not.toContain(demo.secret)
})

test('each start has a secret and a port of its own', async () => {
  const [first, second] = [await visit(), await visit()]
  expect(first.demo.secret).not.toBe(second.demo.secret)
  expect(first.demo.baseUrl).not.toBe(second.demo.baseUrl)
  const response = await first.send('POST', '/v1/sessions', { secret: second.demo.secret }, {})
  expect(response.status).toBe(401)
})
