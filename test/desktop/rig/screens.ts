import type { Page } from 'playwright'

export const goTo = (page: Page, screen: string): Promise<void> =>
  page.evaluate((name) => void (location.hash = `#/${name}`), screen)

/** Opens the positions and waits for the first one. */
export async function goToPositions(page: Page): Promise<void> {
  await goTo(page, 'positions')
  await page.getByRole('treegrid', { name: 'Positions' }).locator('tr.holding').first().waitFor()
}
