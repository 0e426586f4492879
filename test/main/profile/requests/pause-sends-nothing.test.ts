import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../../fakes/watched-profile.ts'

const minuteMs = 60_000
// One minute of the profile's clock takes one second.
vi.setConfig({ testTimeout: 60_000 })

let watched: WatchedProfile

afterEach(() => watched.close())

const requests = () => watched.broker.requests()
/** The requests since a time of the profile's clock. */
const since = (at: number) => requests().filter((request) => request.at >= at)
const phase = () => watched.current().connectionState().phase
const isLive = () =>
  until(
    () => phase(),
    (current) => current === 'live',
  )
const running = () => watched.current().scheduler.states.filter((job) => job.phase === 'running')
const unanswered = () => requests().filter(({ status }) => status === null)
/** Waits for requests that were in progress when the pause began. On a busy machine they reach the service late. */
const settled = async (): Promise<number> => {
  await until(
    () => running().length + unanswered().length,
    (count) => count === 0,
  )
  await watched.waitFor(minuteMs / 4)
  return watched.clock.now()
}
function markVisible(): void {
  const { attention } = watched.current()
  attention.set('window', watched.broker.suggestedSymbols.slice(0, 10), true)
}

async function start(): Promise<void> {
  watched = await watchProfile()
  await isLive()
  markVisible()
  const from = watched.clock.now()
  await until(
    () => since(from).length,
    (count) => count > 20,
  )
}

test('no request is sent during a pause, and requests continue at its end', async () => {
  await start()
  // Long enough for a busy machine, on which the requests in progress end late.
  watched.current().setPaused(true, 10 * minuteMs)
  const { pausedUntil } = watched.current().connectionState()
  const from = await settled()
  expect([phase(), pausedUntil! > from]).toEqual(['paused', true])
  for (let round = 0; round < 4; round++) {
    markVisible()
    await watched.waitFor(minuteMs / 2)
  }
  expect(since(from).filter(({ at }) => at < pausedUntil!)).toEqual([])
  await isLive()
  markVisible()
  const after = await until(
    () => since(pausedUntil!),
    (sent) => sent.some(({ path, status }) => path.startsWith('/v1/accounts/') && status === 200),
  )
  expect(after.every(({ at }) => at >= pausedUntil!)).toBe(true)
  expect(watched.current().connectionState().pausedUntil).toBeNull()
  expect(watched.faults).toEqual([])
})

test('no request is sent after a restart during a pause, and requests continue at the end of the pause', async () => {
  await start()
  watched.current().setPaused(true, 2 * minuteMs)
  const { pausedUntil } = watched.current().connectionState()
  await watched.restart()
  const from = watched.clock.now()
  expect(watched.current().connectionState()).toMatchObject({ phase: 'paused', pausedUntil })
  await until(
    () => phase(),
    (current) => current !== 'paused',
  )
  const [first] = await until(
    () => since(from),
    (sent) => sent.length > 0,
  )
  expect(first!.at).toBeGreaterThanOrEqual(pausedUntil!)
})

test('a cancel during a pause is sent, and no other request is sent until it is settled', async () => {
  await start()
  const { current, broker } = watched
  const working = await until(
    () => {
      const orders = current()
        .cache.orders.list(null)
        .flatMap((account) => account.orders)
      return orders.find(({ status }) => status === 'ORDER_STATUS_NEW')
    },
    (order) => order !== undefined,
  )
  const { accountId, id: orderId } = working!
  current().setPaused(true, 60 * minuteMs)
  const from = await settled()
  const plan = await current().cancels.prepare({ kind: 'orders', orders: [{ accountId, orderId }] })
  await current().cancels.confirm(plan.id)
  await until(
    () => current().journal.cancels.listOpen().length,
    (open) => open === 0,
  )
  expect(broker.orders.find(orderId)?.status).toMatch(/CANCELED/)
  const sent = since(from)
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  const cancelPaths = new RegExp(`^/v1/(sessions|accounts/${accountId}/orders)`)
  expect(sent.filter(({ path }) => !cancelPaths.test(path))).toEqual([])
  const quiet = await settled()
  await watched.waitFor(2 * minuteMs)
  expect(since(quiet)).toEqual([])
  expect(phase()).toBe('paused')
})
