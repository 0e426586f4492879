import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { until } from '../../fakes/until.ts'
import type { App } from './app.ts'
import { findLayoutFaults } from './fit.ts'
import { openByAddress } from './open-screen.ts'

export const screens = [
  ...['overview', 'positions', 'margin', 'orders', 'watchlists', 'transactions', 'income', 'performance'],
  ...['reconciliation', 'day', 'reports', 'alerts', 'health', 'settings', 'connect', 'instrument/SBER%40MISX'],
]

/** The layout faults of a page that remain for two seconds: a table whose figures became longer folds a column in the next frames. */
export const findLastingFaults = (page: Page): Promise<string[]> =>
  until(
    () => findLayoutFaults(page),
    ({ length }) => length === 0,
    2_000,
  ).catch(() => findLayoutFaults(page))

/** The layout faults of every screen in each of these sizes, by screen and size. */
export async function findFaultsByScreen(
  page: Page,
  sizes: readonly { readonly width: number; readonly height: number }[],
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const screen of screens) {
    await openByAddress(page, screen)
    // Without the parts of an instrument, which load one after the other.
    await page
      .locator(':is([aria-busy="true"], .skeleton):not(.part, .part *, .plot)')
      .first()
      .waitFor({ state: 'hidden' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      const faults = await findLastingFaults(page)
      if (faults.length > 0) found[`${screen}, ${size.width} by ${size.height} px`] = faults
    }
  }
  return found
}

/** A window whose size changes, for the tests of a file; returns a function, because it opens before them. */
export function useResizedPage(app: App): () => Page {
  let page: Page
  beforeAll(async () => {
    // Times of 12 hours are the longest.
    const context = await app.windows.makeContext({
      ...{ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', locale: 'en-US' },
    })
    page = await context.newPage()
    await page.goto(await app.host.issueUrl())
    await page.getByText(/^(live|market closed)/).waitFor()
    return () => context.close()
  })
  return () => page
}
