import type { Page } from 'playwright'

/** Content that moves after it was shown makes a person lose the place, or click on something else. */
export const maxShift = 0.01

export interface Shift {
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
export const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = []
    window.shiftedAt = performance.now()
    interface Source {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }
    const placeOf = ({ x, y }: DOMRectReadOnly): string => `${Math.round(x)},${Math.round(y)}`
    const nameOf = (node: Node | null): string =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
        : (node?.nodeName ?? '')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources: readonly Source[]
      })[]) {
        window.shifts.push({
          value: entry.value,
          of: entry.sources
            .map((one) => `${nameOf(one.node)} ${placeOf(one.previousRect)} → ${placeOf(one.currentRect)}`)
            .join(', '),
        })
        window.shiftedAt = performance.now()
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Enters a screen and waits until nothing is loading and nothing has moved for a second. */
export async function enter(page: Page, screen: string): Promise<Shift[]> {
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

/** How far everything moved. */
export const totalOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)
