import type { Page } from 'playwright'
import { until } from '../../fakes/until.ts'
import type { WebHostProcess } from './web-host.ts'

/** A layout shift moves content after it was shown, so that a user may click on the wrong element. */
export const maxShift = 0.01

export interface Shift {
  readonly value: number
  readonly sources: string
}

declare global {
  interface Window {
    shifts: Shift[]
    shiftedAt: number
  }
}

/** Collects shifts from now on. The browser ignores shifts within half a second of a click or a key: these tests use neither. */
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
          sources: entry.sources
            .map((source) => `${nameOf(source.node)} ${placeOf(source.previousRect)} → ${placeOf(source.currentRect)}`)
            .join(', '),
        })
        window.shiftedAt = performance.now()
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Opens a screen and waits until nothing is loading and nothing has moved for a second. */
export async function enterScreen(page: Page, screen: string): Promise<Shift[]> {
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

/** The sum of all shifts. */
export const totalShift = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)

/** The number of positions for which rates or reference data are still missing. */
export async function countIncomplete(host: WebHostProcess): Promise<number> {
  const rows = await host.call('positions.list', { accountId: null })
  return rows.filter((row) => !row.isReferenceRead || (row.value !== null && row.valueInBase === null)).length
}

/** Waits until the history of every account is loaded: until then, a message above other content says what is missing. */
export const untilHistoryIsLoaded = (host: WebHostProcess) =>
  until(
    () => host.call('transactions.coverage'),
    (accounts) => accounts.every(({ isComplete }) => isComplete),
    90_000,
  )
