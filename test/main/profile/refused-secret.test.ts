import { afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '../../../src/shared/durations.ts'
import { until } from '../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'

// One minute of the profile's clock takes one second.
vi.setConfig({ testTimeout: 60_000 })

let watched: WatchedProfile
afterEach(() => watched.close())

const state = () => watched.current().connectionState()
const sessions = () => watched.broker.requests().filter(({ path }) => path === '/v1/sessions')
const phase = (wanted: string) =>
  until(
    () => state().phase,
    (current) => current === wanted,
  )
const refuse = (times: number): void =>
  watched.broker.faults.set({ method: 'POST', path: '/v1/sessions', times }, { kind: 'status', status: 401 })

test('a good secret that is refused twice is tried again at long intervals, and monitoring continues by itself', async () => {
  watched = await watchProfile()
  await phase('live')
  const before = sessions().length
  refuse(2)
  watched.broker.faults.revokeTokens()
  await phase('refused')
  expect(state().hold).toMatchObject({ reason: 'secret-refused' })
  await until(
    () => state().hold?.times,
    (times) => times === 2,
  )
  const from = watched.clock.now()
  await watched.waitFor(2 * minuteMs)
  // No other request is sent either, because each would need the session.
  expect(watched.broker.requests().filter(({ at }) => at > from + minuteMs)).toEqual([])
  await phase('live')
  expect(state().hold).toBeNull()
  const tried = sessions()
    .slice(before)
    .map(({ at }) => at)
  expect(tried.length).toBe(3)
  expect((tried[1] ?? 0) - (tried[0] ?? 0)).toBeGreaterThanOrEqual(0.9 * minuteMs)
  expect((tried[2] ?? 0) - (tried[1] ?? 0)).toBeGreaterThanOrEqual(4.5 * minuteMs)
  const after = watched.clock.now()
  await until(
    () => watched.broker.requests(),
    (sent) => sent.some(({ at, path, status }) => at > after && path.startsWith('/v1/accounts/') && status === 200),
  )
})

test('the secret is tried again immediately if the user requests it', async () => {
  watched = await watchProfile()
  await phase('live')
  refuse(1)
  watched.broker.faults.revokeTokens()
  await phase('refused')
  watched.current().scheduler.wake(null, 'user')
  const from = watched.clock.now()
  await phase('live')
  expect(watched.clock.now() - from).toBeLessThan(minuteMs / 2)
})
