import { afterEach, expect, test, vi } from 'vitest'
import { readHistory } from '#main/ledger/reading/history.ts'
import { until } from '../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../fakes/watched-profile.ts'

const minuteMs = 60_000
// A minute of the profile's clock is a second.
vi.setConfig({ testTimeout: 180_000 })

let watched: WatchedProfile
afterEach(() => watched?.close())

const phaseBecomes = (wanted: string) =>
  until(
    () => watched.current().connectionState().phase,
    (phase) => phase === wanted,
    40_000,
  )
const requestsSince = (from: number) => watched.broker.requests().filter(({ at }) => at >= from)
function keepVisible(): void {
  watched.current().attention.set('window', ['SBER@MISX', 'AFLT@MISX'], true)
}
async function keepVisibleFor(minutes: number): Promise<void> {
  for (let part = 0; part < 2 * minutes; part++) {
    keepVisible()
    await watched.waitFor(minuteMs / 2)
  }
}

/** Until then, parts of the history are requested again to find out how responses are truncated. Returns the number of accounts. */
async function untilHistoryIsWhole(): Promise<number> {
  const { cache } = watched.current()
  const isWhole = () => {
    keepVisible()
    const ids = cache.accounts.list().map(({ account }) => account.id)
    return ids.length > 0 && ids.every((id) => readHistory(cache, id).wholeUntil !== null)
  }
  await until(isWhole, (isReady) => isReady, 90_000)
  return cache.accounts.list().length
}

test('after a long outage all due data is read soon, once and without a burst', async () => {
  watched = await watchProfile()
  await phaseBecomes('live')
  await keepVisibleFor(2)
  const accounts = await untilHistoryIsWhole()
  await watched.broker.faults.goDown()
  await phaseBecomes('offline')
  // A fast clock shortens the outage, in which nothing is measured.
  watched.setFactor(300)
  await keepVisibleFor(15)
  // A slow clock, so that a busy machine can meet the limits of 45 s and 30 s.
  watched.setFactor(5)
  keepVisible()
  const reconnectedAt = watched.clock.now()
  await watched.broker.faults.comeUp()
  await phaseBecomes('live')
  expect(watched.clock.now() - reconnectedAt).toBeLessThan(45_000)
  await keepVisibleFor(0.5)
  watched.setFactor(30)
  await keepVisibleFor(1.5)
  const requests = requestsSince(reconnectedAt)
  const count = (pattern: RegExp, to = Infinity): number =>
    requests.filter(({ at, path }) => at < to && pattern.test(path)).length
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  for (const { at } of requests)
    expect(requests.filter((other) => other.at >= at && other.at < at + minuteMs).length).toBeLessThanOrEqual(200)
  expect(count(/\/sessions$/)).toBe(1)
  // Data that is read at intervals is read once, not once for each missed run.
  const firstLive = requests[0]?.at ?? reconnectedAt
  const ofHistory = requests.filter(({ path }) => path.endsWith('/transactions'))
  // With the path, because two accounts may have the same interval.
  const intervals = ofHistory.map(({ path, query }) => `${path}?${query}`)
  expect(intervals).toEqual([...new Set(intervals)])
  expect(count(/\/orders$/, firstLive + minuteMs / 2)).toBeLessThanOrEqual(2 * accounts)
  expect(count(/\/orders$/, firstLive + minuteMs / 2)).toBeGreaterThanOrEqual(accounts)
  expect(watched.faults).toEqual([])
})

test('after an unstable connection, a change of the network ends the long pause immediately', async () => {
  watched = await watchProfile()
  await phaseBecomes('live')
  for (let round = 0; round < 4; round++) {
    await watched.broker.faults.goDown()
    keepVisible()
    await phaseBecomes('offline')
    await watched.broker.faults.comeUp()
    watched.current().scheduler.wake('session', 'user')
    await phaseBecomes('live')
  }
  await watched.broker.faults.goDown()
  keepVisible()
  await phaseBecomes('offline')
  const nextAt = await until(
    () => watched.current().scheduler.states.find(({ name }) => name === 'session')?.nextAt ?? 0,
    (at) => at - watched.clock.now() > 15_000,
    20_000,
    5,
  )
  // A slow clock, so that a busy machine can connect before the end of the pause.
  watched.setFactor(5)
  await watched.broker.faults.comeUp()
  watched.current().scheduler.wake('session', 'user')
  await phaseBecomes('live')
  expect(watched.clock.now()).toBeLessThan(nextAt)
})
