import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createBudget } from '#main/broker/budget/budget.ts'
import { AppError } from '#shared/errors.ts'
import { FakeClock, settle } from '../../fakes/clock.ts'
import { cancel, user, start } from './client-rig.ts'
import { accelerated, answer, failureOf, secret, tokenOf, type Received } from './loopback.ts'

test.each([
  [400, 'invalid', 1],
  [403, 'invalid', 1],
  [404, 'not-found', 1],
  [302, 'protocol', 1],
  [204, 'protocol', 1],
  [429, 'rate-limited', 4],
  [500, 'unavailable', 4],
  [502, 'unavailable', 4],
  [503, 'unavailable', 4],
  [504, 'unavailable', 4],
])('a response with status %i is the error %s after %i attempts', async (status, code, attempts) => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, status, { code: 1, message: 'words', details: [] })
  expect(await failureOf(rig.broker.call('getUsage', {}, user))).toMatchObject({ name: 'AppError', code })
  expect(rig.service.calls).toHaveLength(attempts)
})

test.each([429, 500, 503, 504])('a read that fails with %i is retried until it succeeds', async (status) => {
  const rig = await start()
  let left = 3
  rig.service.handle = (_, response) =>
    left-- > 0 ? answer(response, status, 'down for maintenance') : answer(response, 200, { quotas: [] })
  expect(await rig.broker.call('getUsage', {}, user)).toEqual({ quotas: [] })
  expect(rig.service.calls).toHaveLength(4)
})

test('a request with a broken connection is retried, and each attempt takes a slot of the budget', async () => {
  // Slow enough that no slot is free again before the end.
  const rig = await start({ clock: accelerated(10) })
  let left = 2
  rig.service.handle = (_, response, raw) =>
    left-- > 0 ? raw.socket.resetAndDestroy() : answer(response, 200, { quotas: [] })
  await rig.broker.call('getUsage', {}, { purpose: 'held' })
  expect(rig.budget.snapshot()).toMatchObject({ used: 5, usedBy: { user: 2, held: 3 } })
  expect(rig.budget.snapshot().endpoints[0]).toEqual({ endpoint: 'getUsage', count: 3 })
  expect(rig.outcomes.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toEqual([
    'openSession ok',
    'readSession ok',
    'getUsage offline',
    'getUsage offline',
    'getUsage ok',
  ])
})

test('the back-off has full jitter and doubles', async () => {
  const clock = new FakeClock()
  const rig = await start({ clock, random: () => 0.5 })
  await rig.broker.renewSession(user)
  rig.service.handle = (_, response) => answer(response, 503, '')
  const failure = failureOf(rig.broker.call('getUsage', {}, user))
  for (const [calls, waitMs] of [
    [1, 250],
    [2, 500],
    [3, 1_000],
  ] as const) {
    await expect.poll(() => rig.outcomes.filter(({ outcome }) => outcome === 'unavailable').length).toBe(calls)
    await clock.advance(waitMs - 1)
    expect(rig.service.calls).toHaveLength(calls)
    await clock.advance(1)
  }
  expect(await failure).toMatchObject({ code: 'unavailable' })
  expect(rig.service.calls).toHaveLength(4)
})

test('aborting a call ends its back-off', async () => {
  const clock = new FakeClock()
  const rig = await start({ clock, random: () => 1 })
  await rig.broker.renewSession(user)
  rig.service.handle = (_, response) => answer(response, 503, '')
  const aborting = new AbortController()
  const failure = failureOf(rig.broker.call('getUsage', {}, { ...user, signal: aborting.signal }))
  await expect.poll(() => rig.outcomes.at(-1)?.outcome).toBe('unavailable')
  aborting.abort()
  expect(await failure).toMatchObject({ code: 'cancelled' })
  await clock.advance(60_000)
  expect(rig.service.calls).toHaveLength(1)
  expect(clock.pending).toBe(0)
})

test('a call aborted while it waits for a slot sends nothing', async () => {
  const clock = new FakeClock()
  const rig = await start({ clock, budget: createBudget({ clock, limit: 2 }) })
  await rig.broker.renewSession(user)
  const aborting = new AbortController()
  const failure = failureOf(rig.broker.call('getUsage', {}, { ...user, signal: aborting.signal }))
  await settle()
  expect(rig.budget.snapshot().waiting.user).toBe(1)
  aborting.abort()
  expect(await failure).toMatchObject({ code: 'cancelled' })
  expect(rig.service.calls).toHaveLength(0)
})

test('a 429 response lowers the limit of the budget', async () => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, 429, { code: 8, message: 'Too Many Requests' })
  await failureOf(rig.broker.call('getUsage', {}, user))
  expect(rig.budget.snapshot().limit).toBeLessThan(200)
})

test('a response that cannot be decoded is a protocol error that names the path, and is not retried', async () => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, 200, { symbol: 'S@M', quote: 'private' })
  const failure = await failureOf(rig.broker.call('getQuote', { symbol: 'S@M' }, user))
  expect(failure).toMatchObject({ code: 'protocol', message: expect.stringContaining('quote') })
  expect(failure.message).not.toContain('private')
  expect(rig.outcomes.at(-1)).toMatchObject({ endpoint: 'getQuote', outcome: 'protocol', purpose: 'user' })
  expect(rig.service.calls).toHaveLength(1)
})

test('closing cancels every call, including calls in progress', async () => {
  const rig = await start()
  rig.service.handle = () => undefined
  const inProgress = failureOf(rig.broker.call('getUsage', {}, user))
  await expect.poll(() => rig.service.calls.length).toBe(1)
  await rig.broker.close()
  expect(await inProgress).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(rig.broker.call('getUsage', {}, user))).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(rig.broker.renewSession(user))).toMatchObject({ code: 'cancelled' })
})

test('neither the secret nor the token is in any error, outcome or snapshot, even if the service repeats them', async () => {
  const rig = await start()
  const calls = [
    () => rig.broker.call('getUsage', {}, user),
    () => rig.broker.call('cancelOrder', cancel, user),
    () => rig.broker.renewSession(user),
  ]
  const results: unknown[] = []
  for (const status of [200, 302, 400, 401, 403, 404, 500]) {
    for (const isText of [true, false]) {
      for (const call of calls) {
        rig.broker.forget()
        const repeat = ({ headers, body }: Received, response: ServerResponse): true => {
          const message = `You sent ${headers.authorization ?? ''} ${body}`
          answer(response, status, isText ? message : { token: message, quotas: message, message })
          return true
        }
        // The first round fails when the session is opened, the second when its details are read, the third when it is
        // used.
        for (const sessionsThatWork of ['none', '/v1/sessions', 'both']) {
          rig.service.handle = repeat
          rig.service.handleSession = (request, response) =>
            sessionsThatWork !== 'both' && request.url !== sessionsThatWork && repeat(request, response)
          results.push(await call().catch((error: unknown) => error))
        }
      }
    }
  }
  expect(results.filter((failure) => failure instanceof AppError).length).toBeGreaterThan(110)
  const inspected = inspect([results, rig.outcomes, rig.budget.snapshot(), rig.broker.session()], {
    depth: 12,
    showHidden: true,
  })
  expect(rig.service.received.some(({ body }) => body.includes(secret))).toBe(true)
  expect(inspected).not.toContain(secret)
  expect(inspected).not.toContain(tokenOf(1).slice(-8))
})
