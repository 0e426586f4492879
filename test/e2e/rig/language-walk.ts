import type { Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { until } from '../../fakes/until.ts'
import type { App } from './app.ts'
import { openPage } from './browser.ts'
import { findClippedTexts } from './clipped-text.ts'
import { findLayoutFaults } from './fit.ts'
import { buildPseudoWindows, type PseudoWindows } from './pseudo-language.ts'

/** The screens whose folders are translated. */
const screens = [
  'day',
  'day/2026-01-15?from=2025-12-31',
  'margin',
  'income',
  'performance',
  'reconciliation',
  'watchlists',
  'orders',
  'transactions',
  'transactions?kind=dividend&account=1900001&period=last-year',
  'reports',
  'overview',
  'positions',
  'alerts',
  'instrument/SBER%40MISX',
  'health',
  'settings',
  'connect',
] as const
/** The parts of an instrument wait for the budget of the minute, which the first history takes. */
const readWithinMs = 60_000

const pin = '2580'
/** Opens folded parts, so that their texts are checked too. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

/** The texts of a language, and how to find those that do not fit. */
interface Language {
  readonly texts: RegExp
  readonly findFaults: (page: Page) => Promise<string[]>
}
export const languages = {
  'texts that are 40 % longer': { texts: /[[\]]/, findFaults: findClippedTexts },
  // Names from the broker are Russian too, and may be shortened.
  'Russian texts': { texts: /\p{Script=Cyrillic}/u, findFaults: findLayoutFaults },
}

/** The texts that do not fit, by place and width: on every screen, the shortcuts, a banner, a locked window, the glance. */
async function walk(
  app: App,
  page: Page,
  { texts, findFaults }: Language,
  widths: readonly number[],
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  const check = async (place: string, sizes: readonly number[] = widths): Promise<void> => {
    await page.getByText(texts).filter({ visible: true }).first().waitFor()
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 900 })
      await unfold(page)
      const faults = await findFaults(page)
      if (faults.length > 0) found[`${place}, ${width} px`] = faults
    }
  }
  for (const screen of screens) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
    await page.getByRole('main').waitFor()
    await page
      .locator('main :is([aria-busy="true"], .skeleton)')
      .first()
      .waitFor({ state: 'hidden', timeout: readWithinMs })
    await check(screen)
  }
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await check('shortcuts')
  await page.keyboard.press('Escape')
  await app.host.call('connection.pause', { paused: true })
  await page.locator('.banners').getByRole('status').first().waitFor()
  await check('paused')
  await app.host.call('connection.pause', { paused: false })

  await app.host.call('lock.setPin', { pin, current: null })
  await app.host.call('lock.lock')
  await page.getByLabel('PIN').fill('0000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: texts }).waitFor()
  await page.getByRole('button').last().click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await check('locked')
  await app.host.call('lock.unlock', { pin })
  await app.host.call('lock.removePin', { current: pin })

  await page.setViewportSize({ width: 360, height: 700 })
  await page.evaluate(() => {
    location.hash = '#/glance'
    location.reload()
  })
  await check('glance', [360])
  return found
}

/** Walks through the windows of an app in one of the languages, at these widths, for the tests of a file. */
export function useLanguageWalk(app: App) {
  let pseudo: PseudoWindows | undefined
  beforeAll(async () => {
    // Only loaded texts can be checked.
    await until(
      () => Promise.all([app.host.call('orders.list', { accountId: null }), app.host.call('transactions.coverage')]),
      ([orders, history]) => orders.length > 0 && history.length > 0 && history.every(({ isComplete }) => isComplete),
      readWithinMs,
    )
  })
  afterAll(() => pseudo?.remove())
  return async (name: keyof typeof languages, widths: readonly number[]) => {
    await app.host.call('settings.write', { language: 'ru' })
    const context = await app.windows.makeContext({ viewport: { width: 1280, height: 900 } })
    if (name !== 'Russian texts') await (pseudo ??= await buildPseudoWindows()).serve(context, app.host.origin)
    const { page, faults } = await openPage(context, await app.host.issueUrl())
    const found = await walk(app, page, languages[name], widths)
    await context.close()
    return { found, faults }
  }
}
