import { expect, test } from 'vitest'
import type { BrokerOptions } from '#main/broker/client.ts'
import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { user, start as startRig } from './client-rig.ts'
import { answer, failureOf, secret } from './loopback.ts'

async function start(options: Partial<BrokerOptions> = {}) {
  const clock = new FakeClock()
  const rig = await startRig({ clock, random: () => 0.5, ...options })
  let isRefusing = true
  rig.service.handleSession = (_, response) => {
    if (isRefusing) answer(response, 401, { message: 'Api token could not be verified' })
    return isRefusing
  }
  const accept = (): void => void (isRefusing = false)
  const call = () => rig.broker.call('getUsage', {}, user)
  return { ...rig, clock, call, accept, requestCount: () => rig.service.received.length }
}

test('a refused secret is tried again after 1, 5 and 15 minutes and then hourly, even when many callers need it', async () => {
  const { broker, clock, call, requestCount } = await start()
  const sent: number[] = []
  const startedAt = clock.monotonic()
  for (let minute = 0; minute <= 200; minute++) {
    const before = requestCount()
    const failures = await Promise.all([call(), call(), broker.renewSession(user)].map(failureOf))
    expect(failures.map(({ code }) => code)).toEqual(['secret-refused', 'secret-refused', 'secret-refused'])
    if (requestCount() > before) sent.push((clock.monotonic() - startedAt) / minuteMs)
    await clock.advance(minuteMs)
  }
  expect(sent).toEqual([0, 1, 6, 21, 81, 141])
  expect(requestCount()).toBe(sent.length)
})

test('the hold states its reason, the number of failures and the next attempt, and ends when a session opens', async () => {
  const { broker, clock, call, accept } = await start()
  expect(broker.hold()).toBeNull()
  await failureOf(call())
  expect(broker.hold()).toEqual({ reason: 'secret-refused', times: 1, nextTryAt: clock.now() + minuteMs })
  await clock.advance(minuteMs)
  await failureOf(call())
  expect(broker.hold()).toMatchObject({ times: 2, nextTryAt: clock.now() + 5 * minuteMs })
  accept()
  await clock.advance(5 * minuteMs)
  await call()
  expect([broker.hold(), broker.holdLeftMs()]).toEqual([null, 0])
})

test('endHold allows an attempt immediately; if the secret is refused again, the pauses continue to grow', async () => {
  const { broker, clock, call, requestCount } = await start()
  await failureOf(call())
  broker.endHold()
  await failureOf(call())
  expect(requestCount()).toBe(2)
  expect(broker.hold()).toEqual({ reason: 'secret-refused', times: 2, nextTryAt: clock.now() + 5 * minuteMs })
})

test('the old token is used while its early renewal is refused', async () => {
  const { broker, clock, call, accept, service } = await start()
  accept()
  await call()
  let refused = 0
  service.handleSession = (_, response) => (refused++, answer(response, 401, {}), true)
  await clock.advance(13 * minuteMs)
  for (let n = 0; n < 5; n++) expect(await call()).toEqual({ quotas: [] })
  await expect.poll(() => broker.hold()?.times).toBe(1)
  expect(refused).toBe(1)
})

test('the jitter changes a pause by at most a tenth', async () => {
  for (const [random, pauseMs] of [
    [0, 54_000],
    [1, 66_000],
  ] as const) {
    const { broker, call } = await start({ random: () => random })
    await failureOf(call())
    expect(broker.holdLeftMs()).toBe(pauseMs)
  }
})

test('a locked keyring is read a few times in ten minutes, however many callers need the secret', async () => {
  const reads: number[] = []
  let isLocked = true
  const clock = new FakeClock()
  const { broker, call, accept } = await start({
    clock,
    readSecret: () => {
      reads.push(clock.monotonic())
      return isLocked ? Promise.reject(new AppError('no-keychain', 'The keyring is locked')) : Promise.resolve(secret)
    },
  })
  const startedAt = clock.monotonic()
  for (let second = 0; second < 600; second += 5) {
    await Promise.all([failureOf(call()), failureOf(call()), failureOf(broker.renewSession(user))])
    await clock.advance(5_000)
  }
  expect(reads.map((at) => (at - startedAt) / 1000)).toEqual([0, 15, 45, 105, 225, 525])
  expect(broker.hold()?.reason).toBe('no-keychain')
  isLocked = false
  accept()
  await failureOf(call())
  broker.endHold()
  await call()
  expect([reads.length, broker.hold()]).toEqual([7, null])
})

test('a token that the service refuses directly after opening it is not replaced in a loop', async () => {
  const { service, clock, call, accept } = await start()
  accept()
  service.handle = (_, response) => answer(response, 401, { message: 'never' })
  for (let second = 0; second < 60; second += 5) {
    expect(await failureOf(call())).toMatchObject({ code: 'unavailable' })
    await clock.advance(5_000)
  }
  expect(service.sessions).toBe(2)
  await failureOf(call())
  expect(service.sessions).toBe(3)
})

test('a new secret starts without a hold', async () => {
  const { broker, call } = await start()
  await failureOf(call())
  broker.forget()
  expect(broker.hold()).toBeNull()
})
