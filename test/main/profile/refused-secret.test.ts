import { afterEach, expect, test, vi } from 'vitest'
import { minuteMs, secondMs } from '#shared/durations.ts'
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
const refuse = (times = Infinity): void =>
  watched.broker.faults.set({ method: 'POST', path: '/v1/sessions', times }, { kind: 'status', status: 401 })

test('a good secret that is refused twice is tried again at long intervals, and monitoring continues by itself', async () => {
  watched = await watchProfile()
  await phase('live')
  const before = sessions().length
  // Until the second refusal was understood: a busy machine may time out on an answer, which is no refusal.
  refuse()
  watched.broker.faults.revokeTokens()
  await phase('refused')
  expect(state().hold).toMatchObject({ reason: 'secret-refused' })
  const hold = await watched.until(
    () => state().hold,
    (held) => (held?.times ?? 0) >= 2,
  )
  watched.broker.faults.clear()
  const tried = sessions()
    .slice(before)
    .map(({ at }) => at)
  const last = tried.at(-1) ?? 0
  expect(last - (tried[0] ?? 0)).toBeGreaterThanOrEqual(0.9 * minuteMs)
  const nextTryAt = hold?.nextTryAt ?? 0
  expect(nextTryAt - last).toBeGreaterThanOrEqual(4.5 * minuteMs)
  await watched.until(
    () => state().phase,
    (current) => current === 'live',
  )
  expect(state().hold).toBeNull()
  // No other request was sent either, because each would need the session.
  expect(watched.broker.requests().filter(({ at }) => at > last && at < nextTryAt - secondMs)).toEqual([])
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
