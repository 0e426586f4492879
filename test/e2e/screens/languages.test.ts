import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { openPage } from '../rig/browser.ts'
import { findClippedTexts } from '../rig/clipped-text.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { buildPseudoWindows, type PseudoWindows } from '../rig/pseudo-language.ts'

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
const widths = [360, 720, 1280] as const

/** The parts of an instrument wait for the budget of the minute, which the first history takes. */
const readWithinMs = 60_000

const app = useApp()
let pseudo: PseudoWindows
beforeAll(async () => {
  pseudo = await buildPseudoWindows()
  // Only loaded texts can be checked.
  await until(
    () => Promise.all([app.host.call('orders.list', { accountId: null }), app.host.call('transactions.coverage')]),
    ([orders, history]) => orders.length > 0 && history.length > 0 && history.every(({ isComplete }) => isComplete),
    readWithinMs,
  )
})
afterAll(() => pseudo?.remove())

test('a chosen language changes an open window without a reload, and does not change the formats', async () => {
  await app.host.call('settings.write', { language: 'en', locale: 'de-DE' })
  const { page, faults } = await app.open()
  await page.evaluate(() => void (location.hash = '#/day/2026-01-15'))
  await page.getByText('at the end of the day in UTC').waitFor()
  await page.evaluate(() => ((window as { isNotReloaded?: boolean }).isNotReloaded = true))
  await app.host.call('settings.write', { language: 'ru' })
  await page.getByText('на конец дня по UTC').waitFor()
  expect(
    await page.evaluate(() => [document.documentElement.lang, (window as { isNotReloaded?: boolean }).isNotReloaded]),
  ).toEqual(['ru', true])
  expect(await page.getByText('15. Jan. 2026').count()).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await app.host.call('settings.write', { language: null, locale: null })
  await page.getByText('at the end of the day in UTC').waitFor()
})

test('a text that is cut off is reported, except when its tooltip contains the whole text', async () => {
  const { page } = await app.open()
  await page.evaluate(() => {
    const narrow = 'inline-size: 40px; overflow: hidden; white-space: nowrap'
    const put = (text: string, style: string, title: string): void => {
      const box = document.createElement('p')
      // The security policy of the page refuses styles in markup.
      box.style.cssText = style
      Object.assign(box, { textContent: text, title })
      document.body.append(box)
    }
    document.body.replaceChildren()
    put('[Ťóó ĺóñğ ťó ŕéáď]', narrow, '')
    put('[Ťóó ĺóñğ, ẃŕáppéď]', 'inline-size: 90px', '')
    put('[Ťóó ĺóñğ ťó ŕéáď hére]', `${narrow}; text-overflow: ellipsis`, '[Ťóó ĺóñğ ťó ŕéáď hére]')
  })
  expect(await findClippedTexts(page)).toEqual(['cut: [Ťóó ĺóñğ ťó ŕéáď]'])
})

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

/** The texts that do not fit, by place and width: on every screen, the shortcuts, a banner, a locked window, the glance. */
async function walk(page: Page, { texts, findFaults }: Language): Promise<Record<string, readonly string[]>> {
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

test.each([
  { name: 'texts that are 40 % longer', isPseudo: true, texts: /[[\]]/, findFaults: findClippedTexts },
  // Names from the broker are Russian too, and may be shortened.
  { name: 'Russian texts', isPseudo: false, texts: /\p{Script=Cyrillic}/u, findFaults: findLayoutFaults },
])('$name are not cut, and no screen becomes too wide', async ({ isPseudo, ...language }) => {
  await app.host.call('settings.write', { language: 'ru' })
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 900 } })
  if (isPseudo) await pseudo.serve(context, app.host.origin)
  const { page, faults } = await openPage(context, await app.host.issueUrl())
  const found = await walk(page, language)
  await context.close()
  expect(found).toEqual({})
  expect(faults).toEqual([])
})
