import type { Page } from 'playwright'

/** Shows the screen of an instrument. */
export async function show(page: Page, symbol: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/instrument/${encodeURIComponent(symbol)}`)
  await page.locator('header').getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: symbol }).waitFor()
}
/** The part of the screen with this id. */
export const section = (page: Page, id: string) => page.locator(`[data-section="${id}"]`)
/** Visits the parts that are read only while they are in view, and waits until all of them are read. */
export async function readAllParts(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('button')
  await section(page, 'details').getByText('Ticker').waitFor()
  for (const name of ['Order book', 'Trades', 'Options', 'Constituents']) {
    const link = links.filter({ hasText: name })
    if ((await link.count()) === 0) continue
    await link.click()
    await page.waitForFunction(() => {
      const focused = document.activeElement?.closest('[data-section]') ?? null
      // A part becomes busy only when it is followed, shortly after it came into view.
      return focused !== null && focused.querySelector('.skeleton') === null
    })
  }
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
}
/** The text of a part on one line. */
export const textOf = async (page: Page, id: string) => (await section(page, id).innerText()).replace(/\s+/g, ' ')
