import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { venues } from '#main/demo/data/venues.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { multiply, sign, type Decimal } from '#shared/decimal.ts'
import { until } from '../fakes/until.ts'
import { call, connectTo } from './rig/call.ts'
import { startConnected } from './rig/connected.ts'
import { flatten, TrayStandIn } from './rig/tray-stand-in.ts'

const states = ['up', 'down', 'closed', 'offline', 'trouble'] as const
type State = (typeof states)[number]

let broker: DemoBroker
let closedBroker: DemoBroker
let panel: TrayStandIn
let app: ElectronApplication
let page: Page
let close: () => Promise<void>
let stateByShape: ReadonlyMap<string, State>

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  closedBroker = await startDemoBroker({ size: 'small' })
  for (const mic of venues.keys()) closedBroker.market.calendar.close(mic, Date.now() - 3_600_000)
  ;({ standIn: panel, app, page, close } = await startConnected(broker, TrayStandIn))
  await call(page, 'settings.write', { locale: 'en-GB' })
  await until(
    () => panel.items.length,
    (count) => count === 1,
  )
  stateByShape = new Map(await Promise.all(states.map(async (state) => [await shapeOf(state), state] as const)))
})
afterAll(async () => {
  await close?.()
  await Promise.all([broker?.close(), closedBroker?.close()])
})

/** The shape of the icon for a state, at the highest resolution. */
const shapeOf = (state: State): Promise<string> =>
  app.evaluate(
    ({ nativeImage }, path) => {
      const pixels = nativeImage.createFromPath(path).toBitmap({ scaleFactor: 2 })
      return Buffer.from(pixels.filter((_, index) => index % 4 === 3)).toString('base64')
    },
    join(fileURLToPath(new URL('../../resources', import.meta.url)), `tray-${state}.png`),
  )

const icon = async (): Promise<State | undefined> => stateByShape.get(await panel.icon())
const shows = (wanted: State, withinMs = 60_000) =>
  until(
    async () => {
      await call(page, 'sync.now', { job: 'accounts' }).catch(() => undefined)
      return icon()
    },
    (seen) => seen === wanted,
    withinMs,
    500,
  )
const labels = async () => flatten(await panel.menu()).map(({ label }) => label)

/** Moves the price of every position so that its profit rises or falls. */
async function moveAll(direction: 'up' | 'down'): Promise<void> {
  const rows = await until(
    () => call(page, 'positions.list', { accountId: null }),
    (found) => found.length > 0,
  )
  for (const { symbol, quantity } of rows) {
    if (quantity === null) continue
    const isRise = sign(quantity) > 0 === (direction === 'up')
    const factor = (isRise ? '1.5' : '0.5') as Decimal
    broker.market.setPrice(symbol, multiply(broker.market.price(symbol) as Decimal, factor))
  }
}

test('each state has its own icon shape', () => {
  expect(stateByShape.size).toBe(states.length)
})

test("the icon shows whether the day's profit is positive or negative", async () => {
  await moveAll('up')
  await shows('up')
  await moveAll('down')
  await moveAll('down')
  await shows('down')
})

test('a pause shows the icon of closed markets, and the tooltip shows its end', async () => {
  await call(page, 'connection.pause', { paused: true, forMs: 3_600_000 })
  await shows('closed')
  expect(await panel.tooltip()).toMatch(/Paused until .*\d\d:\d\d/)
  await call(page, 'connection.pause', { paused: false })
  await shows('down')
})

test('while the service is down, the icon is the offline icon, and the tooltip shows since when', async () => {
  await broker.faults.goDown()
  await shows('offline')
  expect(await panel.tooltip()).toMatch(/offline since \d\d:\d\d/)
  expect(await labels()).toContainEqual(expect.stringMatching(/^Total {2}.*\d/))
  await broker.faults.comeUp()
  await shows('down', 90_000)
})

test('a service that refuses the accounts shows the trouble icon', async () => {
  broker.faults.set({ path: /^\/v1\/accounts\/[^/]+$/ }, { kind: 'status', status: 500, body: { message: 'no' } })
  await shows('trouble')
  expect(await panel.tooltip()).toMatch(/error since \d\d:\d\d/)
  broker.faults.clear()
  await shows('down', 90_000)
})

test('the icon shows when every market is closed', async () => {
  await connectTo(page, closedBroker)
  await until(
    () => panel.tooltip(),
    (text) => text.includes('market closed'),
    // The trading schedule of each position must be read first.
    90_000,
  )
  expect(await icon()).toBe('closed')
})

test('signing out shows the trouble icon and keeps the figures', async () => {
  await call(page, 'connection.signOut')
  await shows('trouble')
  expect(await panel.tooltip()).toContain('signed out')
  expect(await labels()).toContainEqual(expect.stringMatching(/^Total {2}.*\d/))
})
