import { afterEach, expect, test, vi } from 'vitest'
import type { Decimal } from '#shared/decimal.ts'
import { multiply } from '#shared/decimal.ts'
import { until } from '../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'
import { draftOf } from '../alerts/rig.ts'
import { d } from '../insight/make.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
// One minute of the profile's clock takes one second.
vi.setConfig({ testTimeout: 90_000 })

let watched: WatchedProfile
afterEach(() => watched?.close())

const symbols = ['SBER@MISX', 'AFLT@MISX', 'REDS@XNGS']
const [moved = ''] = symbols
const accountId = '1900001'

/** The kind of a request, without its account or instrument. */
const kindOf = (path: string): string =>
  path
    .replace(/\/accounts\/[^/]+/, '/accounts/:id')
    .replace(/\/(instruments|assets)\/[^/]+/, '/$1/:symbol')
    .replace(/^\/v1/, '')

function countKinds(from: number, to: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { at, path } of watched.broker.requests())
    if (at >= from && at < to) counts[kindOf(path)] = (counts[kindOf(path)] ?? 0) + 1
  return counts
}

/** The maximum number of requests within any minute. */
function maxInAMinute(from: number): number {
  const times = watched.broker.requests().flatMap(({ at }) => (at >= from ? [at] : []))
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + minuteMs).length))
}

/** Lets a number of minutes pass with a window open, and returns the requests of that time. */
async function countRequestsFor(minutes: number): Promise<Readonly<Record<string, number>>> {
  const { attention } = watched.current()
  const from = watched.clock.now()
  for (let part = 0; part < 2 * minutes; part++) {
    attention.set('window', symbols, true)
    await watched.waitFor(minuteMs / 2)
  }
  attention.set('window', symbols, true)
  return countKinds(from, watched.clock.now())
}

/**
 * Keeps a window open until each kind of request was sent this number of times since `from`. The profile's clock follows real
 * time: on a busy machine responses are late by minutes of that clock, while a stalled timer would wait for hours.
 */
async function waitForRequests(from: number, wanted: ReadonlyMap<string, number>): Promise<void> {
  const findStalled = (): readonly string[] => {
    watched.current().attention.set('window', symbols, true)
    const counts = countKinds(from, watched.clock.now())
    return [...wanted].flatMap(([kind, count]) => ((counts[kind] ?? 0) < count ? [kind] : []))
  }
  await until(findStalled, (stalled) => stalled.length === 0, 40_000)
}

const countNotices = () => watched.current().journal.notices.list(100).length
const setPrice = (factor: string, price: Decimal): void =>
  watched.broker.market.setPrice(moved, multiply(price, d(factor)))

async function start(): Promise<void> {
  watched = await watchProfile()
  await until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
}

test.each([
  ['ahead', 5 * hourMs, 0.5],
  ['back', -5 * hourMs, 0.5],
  // Before the first day of the schedules the state of the markets is unknown: each quote is requested once a minute then.
  ['back by days', -30 * hourMs, 0.01],
])('a clock set %s stalls nothing, sends no burst and notifies of nothing twice', async (_, jumpMs, minShare) => {
  await start()
  const price = watched.broker.market.price(moved) as Decimal
  const rule = draftOf({ kind: 'price', symbol: moved, direction: 'above', threshold: multiply(price, d('1.2')) })
  watched.current().alerts.save(null, rule)
  await countRequestsFor(1)
  setPrice('1.5', price)
  await until(countNotices, (count) => (watched.current().attention.set('window', symbols, true), count === 1))
  const before = await countRequestsFor(3)
  const changed: string[] = []
  const jumpedAt = watched.clock.now()
  watched.setClock(jumpMs)
  const { journal } = watched.current()
  watched.events.listen((topic) => changed.push(topic))
  // Continuous requests continue at about the same rate.
  const steady = Object.keys(before).filter((kind) => /quotes|accounts\/:id$|orders$|transactions$/.test(kind))
  expect(steady.length).toBe(4)
  const wanted = new Map(steady.map((kind) => [kind, Math.max(2, (before[kind] ?? 0) * minShare)]))
  await countRequestsFor(3)
  await waitForRequests(jumpedAt, wanted)
  expect(maxInAMinute(jumpedAt)).toBeLessThanOrEqual(200)
  expect(watched.broker.requests().filter(({ status }) => status === 429)).toEqual([])
  // At most one session because of the jump, plus those that expire by themselves.
  expect(countKinds(jumpedAt, jumpedAt + 3 * minuteMs)['/sessions'] ?? 0).toBeLessThanOrEqual(2)
  const setTo = jumpedAt + jumpMs
  await until(
    () => journal.equity.history(accountId, setTo, setTo + hourMs),
    (recorded) => recorded.some((point) => point.until >= setTo + 1.5 * minuteMs),
  )
  expect(changed.filter((topic) => topic === 'equity.changed').length).toBeGreaterThan(0)
  expect(changed.filter((topic) => topic === 'connection.changed').length).toBeGreaterThan(0)
  expect(countNotices()).toBe(1)
  setPrice('0.9', price)
  await until(
    () => (watched.current().attention.set('window', symbols, true), watched.current().alerts.list()[0]?.status),
    (status) => status === 'armed',
  )
  setPrice('1.6', price)
  await until(countNotices, (count) => (watched.current().attention.set('window', symbols, true), count === 2))
  expect(watched.faults).toEqual([])
})
