import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import {
  countIncomplete,
  enterScreen,
  maxShift,
  observeShifts,
  totalShift,
  untilHistoryIsLoaded,
} from '../rig/layout-shift.ts'
import { makeDataDir, removeDataDir, startWebHost } from '../rig/web-host.ts'

/**
 * The screens on which nothing moves. This is also true of income after its events are read: `ledger/income.test.ts` waits for
 * them. On the other screens, parts above other content grow, or columns change their width, when rows arrive.
 */
const screens = [
  ...(['overview', 'positions', 'watchlists', 'orders', 'margin', 'performance', 'reconciliation'] as const),
  ...(['reports', 'alerts', 'health', 'settings', 'connect', 'instrument/SBER%40MISX'] as const),
]

const app = useApp()

/** A rule that fires at once, so that the screen of alerts has rules and a history. */
async function raiseAlert(): Promise<void> {
  const symbol = (await app.host.call('watchlists.list'))[0]?.symbols[0] ?? ''
  const condition = { kind: 'price', symbol, direction: 'above', threshold: '0.0001' }
  const rest = { note: '', isEnabled: true, repeats: true, hysteresis: null, coolDownMinutes: 60, expiresAt: null }
  await app.host.request('alerts.save', { id: null, draft: { ...rest, condition } })
  const countRaised = async () => (await app.host.call('notices.list', { limit: 1 })).rows.length
  await expect.poll(countRaised, { timeout: 120_000 }).toBe(1)
}

test('positions that are entered at once keep still while the rates arrive', { timeout: 120_000 }, async () => {
  // A new installation, which reads the rates only now.
  const dataDir = await makeDataDir()
  const host = await startWebHost(dataDir, ['--demo', 'small'])
  await host.call('currencies.setBase', { currency: 'RUB' })
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await observeShifts(page)
  await page.goto(await host.issueUrl())
  await page.getByRole('main').waitFor()
  await enterScreen(page, 'positions')
  await expect.poll(() => countIncomplete(host), { timeout: 90_000 }).toBe(0)
  await page.waitForFunction(() => performance.now() - window.shiftedAt > 1_000)
  const shifts = await page.evaluate(() => window.shifts)
  await context.close()
  await host.stop()
  await removeDataDir(dataDir)
  expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThan(maxShift)
})

test('entering a screen moves nothing that was already shown', { timeout: 240_000 }, async () => {
  await app.host.call('currencies.setBase', { currency: 'RUB' })
  await raiseAlert()
  await untilHistoryIsLoaded(app.host)
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await observeShifts(page)
  await page.goto(await app.host.issueUrl())
  await page.getByText(/^(live|market closed)/).waitFor()
  await page.locator('main .headline').waitFor()
  const moved: Record<string, unknown> = {}
  for (const screen of screens) {
    await enterScreen(page, screen === 'connect' ? 'settings' : 'connect')
    const shifts = await enterScreen(page, screen)
    const total = totalShift(shifts)
    if (total >= maxShift) moved[screen] = { total: Number(total.toFixed(4)), shifts }
  }
  await context.close()
  expect(moved).toEqual({})
})
