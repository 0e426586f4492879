import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import type { Cancellation } from '#shared/model/order/cancel.ts'
import { until } from '../fakes/until.ts'
import { useBrowser } from './rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'
import { openByKeys, pressEach } from './rig/open-screen.ts'
import { connectWebHost, makeDataDir, removeDataDir, type WebHostProcess } from './rig/web-host.ts'

let broker: DemoBroker
let dataDir: string
let host: WebHostProcess

beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(async () => {
  await host.stop()
  await broker.close()
  await removeDataDir(dataDir)
})
// Registered after the app, so that the windows close before the app stops.
const windows = useBrowser()

const connect = (): Promise<WebHostProcess> => connectWebHost(dataDir, broker)

async function start(options: DemoBrokerOptions = {}): Promise<void> {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true, ...options })
  host = await connect()
}

/** Finds an order that only a cancellation changes: the market of the demo does not change orders with this status. */
async function findOrder(): Promise<{ accountId: string; orderId: string }> {
  const rows = await until(
    () => host.call('orders.list', { accountId: null }),
    (list) => list.some(({ bucket }) => bucket === 'needs-attention'),
  )
  const { order } = rows.find(({ bucket }) => bucket === 'needs-attention')!
  return { accountId: order.accountId, orderId: order.id }
}

async function open() {
  const watched = await windows.open(await host.issueUrl())
  await watched.page.getByText(/^(live|market closed)/).waitFor()
  await watched.page.evaluate(() => void (location.hash = '#/orders'))
  await watched.page.getByRole('grid', { name: 'Orders' }).waitFor()
  return watched
}

const deletes = () => broker.requests().filter(({ method }) => method === 'DELETE')
const latest = async (): Promise<Cancellation | undefined> =>
  (await host.call('cancels.list', { accountId: null, limit: 10 }))[0]
const settled = () => until(latest, (cancellation) => cancellation?.isSettled === true, 60_000)

/** Presses Tab until a control has the focus; fails when the control is not reached. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const active = document.activeElement
      return active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    })
    if (name.test(text.replace(/\s+/g, ' ').trim())) return
  }
  throw new Error(`the Tab key does not lead to ${name}`)
}

test('an order is cancelled by keyboard alone, and Enter in the newly opened dialog keeps the order', async () => {
  await start()
  const { orderId } = await findOrder()
  const { page, faults } = await open()
  await openByKeys(page, 'orders', () => pressEach(page, 'g', 'r'))
  await tabTo(page, /^Filter orders$/)
  await page.keyboard.type(orderId)
  await page.getByRole('row').nth(3).waitFor({ state: 'detached' })
  await page.getByRole('row').nth(2).waitFor()
  await tabTo(page, /^Needs attention 1$/)
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  const row = await focused()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('remaining').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Keep the order')
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(deletes()).toEqual([])
  // The dialog disappears a moment before the focus returns to the row.
  await expect.poll(focused).toBe(row)
  await page.keyboard.press('Delete')
  await dialog.getByText('remaining').waitFor()
  await tabTo(page, /^Cancel the order of account /)
  await page.keyboard.press('Enter')
  await dialog.getByText('The order is cancelled.').waitFor({ timeout: 120_000 })
  expect(await findAccessibilityFaults(page)).toEqual([])
  expect(deletes().map(({ path }) => path.split('/').at(-1))).toEqual([orderId])
  expect((await settled())?.state).toBe('cancelled')
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Close')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'cancelled' }).first().waitFor()
  expect(faults).toEqual([])
})

test('a second confirmation of the same cancellation sends no second DELETE, and the window shows the result', async () => {
  await start()
  const order = await findOrder()
  const scope = { kind: 'orders' as const, orders: [order] }
  const { page } = await open()
  const [first, second] = [await host.call('cancels.prepare', { scope }), await host.call('cancels.prepare', { scope })]
  const confirmations = await Promise.all([
    host.call('cancels.confirm', { planId: first.id }),
    host.call('cancels.confirm', { planId: second.id }),
  ])
  expect(confirmations.map(({ started }) => started.length).sort()).toEqual([0, 1])
  await settled()
  await page
    .getByRole('row')
    .filter({ has: page.getByLabel(new RegExp(`order ${order.orderId}$`)) })
    .filter({ hasText: 'cancelled' })
    .waitFor()
  expect(deletes()).toHaveLength(1)
})

test('after a kill with a DELETE in flight, the next start reads the state of the order and sends no second DELETE', async () => {
  await start()
  const scope = { kind: 'orders' as const, orders: [await findOrder()] }
  broker.faults.set({ method: 'DELETE' }, { kind: 'silence', takesEffect: true })
  const plan = await host.call('cancels.prepare', { scope })
  await host.call('cancels.confirm', { planId: plan.id })
  await until(deletes, (sent) => sent.length === 1)
  await host.kill()
  host = await connect()
  const cancellation = await settled()
  expect(cancellation?.steps.map(({ state }) => state)).toEqual(['asked', 'sent', 'unknown', 'cancelled'])
  expect(deletes()).toHaveLength(1)
})

test('with a read-only token the screen offers no cancellation, and the main process refuses one', async () => {
  await start({ readOnly: true })
  const order = await findOrder()
  const { page, faults } = await open()
  await page.getByRole('row').nth(2).click()
  await page.getByRole('complementary', { name: 'Order' }).getByText('Observed changes').waitFor()
  expect(await page.getByRole('button', { name: /cancel/i }).count()).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  const scope = { kind: 'orders' as const, orders: [order] }
  expect(await host.request('cancels.prepare', { scope })).toMatchObject({ ok: false, code: 'invalid' })
  expect(deletes()).toEqual([])
  expect(await findAccessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('orders, changes and cancellations are accessible and fit, dark and narrow, light and wide', async () => {
  await start()
  const scope = { kind: 'orders' as const, orders: [await findOrder()] }
  await host.call('cancels.confirm', { planId: (await host.call('cancels.prepare', { scope })).id })
  await settled()
  const { page, faults } = await open()
  const found: Record<string, unknown> = {}
  const checkAppearance = async (name: string): Promise<void> => {
    const problems = await findVisualFaults(page)
    if (problems.length > 0) found[name] = problems
  }
  await page.getByRole('row').nth(2).click()
  await page.getByRole('complementary', { name: 'Order' }).getByText('Observed changes').waitFor()
  await checkAppearance('detail')
  await page.getByText('Changes', { exact: true }).click()
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await checkAppearance('changes')
  await page.getByText('Cancellations', { exact: true }).click()
  await page.getByRole('list', { name: 'Cancellations' }).locator('summary').first().click()
  await checkAppearance('cancellations')
  expect(found).toEqual({})
  expect(faults).toEqual([])
})
