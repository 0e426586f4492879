import { afterEach, expect, test, vi } from 'vitest'
import { watchProfile, type WatchedProfile } from '../fakes/watched-profile.ts'
import { until } from '../fakes/until.ts'

const minuteMs = 60_000
// A minute of the profile's clock is a second.
vi.setConfig({ testTimeout: 60_000 })

let watched: WatchedProfile

afterEach(() => watched.close())

const requests = () => watched.broker.requests()
/** What was asked from an instant of the profile's clock on. */
const since = (at: number) => requests().filter((request) => request.at >= at)
const phase = () => watched.current().connectionState().phase
const isLive = () =>
  until(
    () => phase(),
    (one) => one === 'live',
  )
/** A request that was under way when the pause began still reaches the service. */
const settled = async (): Promise<number> => {
  await watched.pass(minuteMs / 4)
  return watched.clock.now()
}
function look(): void {
  const { attention } = watched.current()
  attention.set('window', watched.broker.suggestedSymbols.slice(0, 10), true)
}

async function start(): Promise<void> {
  watched = await watchProfile()
  await isLive()
  look()
  const from = watched.clock.now()
  await until(
    () => since(from).length,
    (count) => count > 20,
  )
}

test('a pause asks the service nothing until its end, and goes on at its end', async () => {
  await start()
  watched.current().setPaused(true, 3 * minuteMs)
  const { pausedUntil } = watched.current().connectionState()
  const from = await settled()
  expect([phase(), pausedUntil! > from]).toEqual(['paused', true])
  for (let turn = 0; turn < 4; turn++) {
    look()
    await watched.pass(minuteMs / 2)
  }
  expect(since(from).filter(({ at }) => at < pausedUntil!)).toEqual([])
  await isLive()
  look()
  const after = await until(
    () => since(pausedUntil!),
    (asked) => asked.some(({ path, status }) => path.startsWith('/v1/accounts/') && status === 200),
  )
  expect(after.every(({ at }) => at >= pausedUntil!)).toBe(true)
  expect(watched.current().connectionState().pausedUntil).toBeNull()
  expect(watched.faults).toEqual([])
})

test('a start within the pause asks nothing, and goes on at the end that was chosen', async () => {
  await start()
  watched.current().setPaused(true, 2 * minuteMs)
  const { pausedUntil } = watched.current().connectionState()
  await watched.restart()
  const from = watched.clock.now()
  expect(watched.current().connectionState()).toMatchObject({ phase: 'paused', pausedUntil })
  await until(
    () => phase(),
    (one) => one !== 'paused',
  )
  const [first] = await until(
    () => since(from),
    (asked) => asked.length > 0,
  )
  expect(first!.at).toBeGreaterThanOrEqual(pausedUntil!)
})

test('a person may cancel an order in a pause: that alone is asked, until it is settled', async () => {
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
  const asked = since(from)
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  const ofTheOrder = new RegExp(`^/v1/(sessions|accounts/${accountId}/orders)`)
  expect(asked.filter(({ path }) => !ofTheOrder.test(path))).toEqual([])
  const quiet = await settled()
  await watched.pass(2 * minuteMs)
  expect(since(quiet)).toEqual([])
  expect(phase()).toBe('paused')
})
