import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { findMisfits } from './rig/fit.ts'

const screens = [
  ...['overview', 'positions', 'margin', 'orders', 'watchlists', 'transactions', 'income', 'performance'],
  ...['reconciliation', 'day', 'reports', 'alerts', 'health', 'settings', 'connect', 'instrument/SBER%40MISX'],
]

const app = useApp()
let page: Page
beforeAll(async () => {
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await page.goto(await app.host.issueUrl())
  await page.getByText(/^(live|market closed)/).waitFor()
  return () => context.close()
})

/** The misfits of every screen in the current size, by screen. */
async function walk(): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const screen of screens) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
    const misfits = await findMisfits(page)
    if (misfits.length > 0) found[screen] = misfits
  }
  return found
}

// 640 px is also a window of 1280 px at 200 %.
test.each([360, 640, 720, 1280, 2560, 3840])('every screen fits into %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 })
  expect(await walk()).toEqual({})
})

test('on a very wide screen the text and the tables keep a measure', async () => {
  await page.setViewportSize({ width: 3840, height: 1600 })
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
  const width = await page.locator('.content').evaluate((content) => content.getBoundingClientRect().width)
  expect(width).toBeLessThanOrEqual(2400)
})
