import { afterEach, expect, test } from 'vitest'
import type { BrokerOptions } from '#main/broker/client.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { answer, failureOf, secret, startRig, tokenOf, type Rig } from './loopback.ts'

const rigs: Rig[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

async function start(options: Partial<BrokerOptions> = {}): Promise<Rig & { clock: FakeClock }> {
  const clock = new FakeClock()
  const rig = await startRig({ clock, ...options })
  rigs.push(rig)
  // A token lives 15 minutes and 3 seconds by the clock of the service, which differs from the test clock by a year.
  rig.service.handle = (_, response) => answer(response, 200, { quotas: [] })
  return { ...rig, clock }
}
const user = { purpose: 'user' } as const
const useToken = async ({ broker, service }: Rig): Promise<string | undefined> => {
  await broker.call('getUsage', {}, user)
  return service.calls.at(-1)?.headers.authorization
}
const bearer = (n: number): string => `Bearer ${tokenOf(n)}`

test('concurrent calls open one session', async () => {
  const rig = await start()
  await Promise.all(Array.from({ length: 12 }, () => rig.broker.call('getUsage', {}, user)))
  expect(rig.service.sessions).toBe(1)
  expect(rig.broker.session()).toMatchObject({ accountIds: ['TRQD05:989213'], isReadOnly: false })
})

test('the secret is trimmed', async () => {
  const rig = await start({ readSecret: async () => ` ${secret}\n` })
  await useToken(rig)
  expect(rig.service.received[0]?.body).toBe(JSON.stringify({ secret }))
})

test('a token is renewed at 80 % of its lifetime while the old token is still used', async () => {
  const rig = await start()
  expect(await useToken(rig)).toBe(bearer(1))
  await rig.clock.advance(12 * 60_000)
  expect(await useToken(rig)).toBe(bearer(1))
  expect(rig.service.sessions).toBe(1)
  await rig.clock.advance(3_000)
  expect(await useToken(rig)).toBe(bearer(1))
  await expect.poll(() => rig.service.received.at(-1)?.body).toContain(tokenOf(2))
  await expect.poll(() => useToken(rig)).toBe(bearer(2))
  expect(rig.service.sessions).toBe(2)
})

test('an expired token is not sent', async () => {
  const rig = await start()
  await useToken(rig)
  await rig.clock.advance(20 * 60_000)
  expect(await useToken(rig)).toBe(bearer(2))
})

test('a token of unknown lifetime is assumed to live ten minutes', async () => {
  const rig = await start()
  rig.service.details = { account_ids: ['A'] }
  await useToken(rig)
  await rig.clock.advance(7 * 60_000)
  expect(await useToken(rig)).toBe(bearer(1))
  expect(rig.service.sessions).toBe(1)
  await rig.clock.advance(3 * 60_000)
  expect(await useToken(rig)).toBe(bearer(2))
})

test('a failed early renewal keeps the working token and is retried later', async () => {
  const rig = await start()
  await useToken(rig)
  rig.service.handleSession = (_, response) => (answer(response, 400, { message: 'no' }), true)
  await rig.clock.advance(13 * 60_000)
  expect(await useToken(rig)).toBe(bearer(1))
  await expect
    .poll(() => rig.outcomes.some(({ endpoint, outcome }) => endpoint === 'openSession' && outcome === 'invalid'))
    .toBe(true)
  const tried = rig.service.received.length
  expect(await useToken(rig)).toBe(bearer(1))
  expect(rig.service.received).toHaveLength(tried + 1)
  rig.service.handleSession = () => false
  await rig.clock.advance(15_000)
  await useToken(rig)
  await expect.poll(() => useToken(rig)).toBe(bearer(2))
})

test('concurrent 401 responses renew the session once, and each call is repeated with the new token', async () => {
  const rig = await start()
  await useToken(rig)
  rig.service.handle = ({ headers }, response) =>
    headers.authorization === bearer(2)
      ? answer(response, 200, { quotas: [] })
      : answer(response, 401, { code: 16, message: 'ended' })
  await Promise.all(Array.from({ length: 10 }, () => rig.broker.call('getUsage', {}, user)))
  expect(rig.service.sessions).toBe(2)
  expect(rig.service.calls.slice(1).filter(({ headers }) => headers.authorization === bearer(1))).toHaveLength(10)
  expect(rig.service.calls.filter(({ headers }) => headers.authorization === bearer(2))).toHaveLength(10)
})

test('a second 401 directly after the renewal does not count as a refused secret', async () => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, 401, { code: 16, message: 'never' })
  expect(await failureOf(rig.broker.call('getUsage', {}, user))).toMatchObject({ code: 'unavailable' })
  expect(rig.broker.hold()).toBeNull()
  expect(rig.service.sessions).toBe(2)
  expect(rig.service.calls).toHaveLength(2)
})

test('a cancel with a 401 response is not sent again, and its error says that nothing was done', async () => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, 401, { code: 16, message: 'ended' })
  const failure = await failureOf(rig.broker.call('cancelOrder', { accountId: 'A', orderId: '1' }, user))
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('nothing was done') })
  expect(rig.service.calls).toHaveLength(1)
  expect(rig.service.sessions).toBe(2)
})

test('a refused secret has its own error, which does not contain the secret', async () => {
  const rig = await start()
  rig.service.handleSession = (_, response) => (answer(response, 401, { message: `Api token ${secret} unknown` }), true)
  const failure = await failureOf(rig.broker.renewSession(user))
  expect(failure).toMatchObject({ code: 'secret-refused', message: expect.stringContaining('refuses the secret') })
  expect(failure.message).not.toContain(secret)
  expect(rig.service.received).toHaveLength(1)
  expect(rig.broker.session()).toBeNull()
})

test('no request is sent without a secret', async () => {
  for (const stored of [null, '', ' \n']) {
    const rig = await start({ readSecret: async () => stored })
    expect(await failureOf(rig.broker.call('getUsage', {}, user))).toMatchObject({
      code: 'signed-out',
      message: expect.stringContaining('Connect'),
    })
    expect(rig.service.received).toHaveLength(0)
  }
})

test('aborting a call does not abort opening the session that other calls wait for', async () => {
  const rig = await start()
  let release = (): void => undefined
  rig.service.handleSession = ({ url }, response) => {
    if (!url.endsWith('/v1/sessions')) return false
    release = () => answer(response, 200, { token: tokenOf(1) })
    return true
  }
  const aborting = new AbortController()
  const aborted = failureOf(rig.broker.call('getUsage', {}, { ...user, signal: aborting.signal }))
  const waitingCall = rig.broker.call('getUsage', {}, user)
  await expect.poll(() => rig.service.received.length).toBe(1)
  aborting.abort()
  expect(await aborted).toMatchObject({ code: 'cancelled' })
  release()
  expect(await waitingCall).toEqual({ quotas: [] })
  expect(rig.service.received).toHaveLength(3)
})

test('a session that is discarded while it opens is not kept', async () => {
  const rig = await start()
  rig.service.handleSession = () => (rig.broker.forget(), false)
  expect(await failureOf(rig.broker.renewSession(user))).toMatchObject({ code: 'cancelled' })
  expect(rig.broker.session()).toBeNull()
})

test('after forget the next call opens a new session', async () => {
  const rig = await start()
  await useToken(rig)
  rig.broker.forget()
  expect(rig.broker.session()).toBeNull()
  expect(await useToken(rig)).toBe(bearer(2))
})

test('an explicit renewal always opens a new session and returns its details', async () => {
  const rig = await start()
  await useToken(rig)
  expect(await rig.broker.renewSession({ purpose: 'background' })).toEqual(rig.broker.session())
  expect(await useToken(rig)).toBe(bearer(2))
  expect(rig.outcomes.filter(({ purpose }) => purpose === 'background').map(({ endpoint }) => endpoint)).toEqual([
    'openSession',
    'readSession',
  ])
})
