import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from './rig/app.ts'

/** Content that moves after it was shown makes a person lose the place, or click on something else. */
const maxShift = 0.01
/** The screens that keep still. The others grow above other content, or their columns change width, when rows arrive. */
const screens = [
  'overview',
  'positions',
  'watchlists',
  'orders',
  'performance',
  'reports',
  'settings',
  'connect',
] as const

const app = useApp()

interface Shift {
  readonly value: number
  readonly of: string
}

declare global {
  interface Window {
    shifts: Shift[]
    shiftedAt: number
  }
}

/** Collects what shifts from now on. The browser counts nothing within half a second of a click or a key: there is none here. */
const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = []
    window.shiftedAt = performance.now()
    const nameOf = (node: Node | null): string =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
        : (node?.nodeName ?? '')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources: readonly { readonly node: Node | null }[]
      })[]) {
        window.shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => nameOf(node)).join(', ') })
        window.shiftedAt = performance.now()
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Enters a screen and waits until nothing is loading and nothing has moved for a second. */
async function enter(page: Page, screen: string): Promise<Shift[]> {
  await page.evaluate((hash) => {
    window.shifts = []
    window.shiftedAt = performance.now()
    location.hash = hash
  }, `#/${screen}`)
  await page.getByRole('main').waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'hidden' })
  await page.waitForFunction(() => performance.now() - window.shiftedAt > 1_000)
  return page.evaluate(() => window.shifts)
}

test('entering a screen moves nothing that was already shown', { timeout: 120_000 }, async () => {
  await app.host.call('currencies.setBase', { currency: 'RUB' })
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  await observeShifts(page)
  await page.goto(await app.host.issueUrl())
  await page.getByText(/^(live|market closed)/).waitFor()
  await page.locator('main .headline').waitFor()
  const moved: Record<string, unknown> = {}
  for (const screen of screens) {
    await enter(page, screen === 'connect' ? 'settings' : 'connect')
    const shifts = await enter(page, screen)
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    if (total >= maxShift) moved[screen] = { total: Number(total.toFixed(4)), shifts }
  }
  await context.close()
  expect(moved).toEqual({})
})
