import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { openPage } from './rig/browser.ts'
import { findClippedTexts } from './rig/clipped-text.ts'
import { buildPseudoWindows, type PseudoWindows } from './rig/pseudo-language.ts'

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
  'settings',
] as const
const widths = [720, 1280] as const

const isShown = (page: Page): Promise<void> => page.getByText('[').filter({ visible: true }).first().waitFor()

const app = useApp()
let pseudo: PseudoWindows
beforeAll(async () => {
  pseudo = await buildPseudoWindows()
})
afterAll(() => pseudo?.remove())

test('a chosen language reaches an open window without a reload, and leaves the formats as they are', async () => {
  await app.host.call('settings.write', { language: 'en', locale: 'de-DE' })
  const { page, faults } = await app.open()
  await page.evaluate(() => void (location.hash = '#/day/2026-01-15'))
  await page.getByText('at the end of the day in UTC').waitFor()
  await page.evaluate(() => ((window as { isSame?: boolean }).isSame = true))
  await app.host.call('settings.write', { language: 'ru' })
  await page.getByText('на конец дня по UTC').waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, (window as { isSame?: boolean }).isSame])).toEqual([
    'ru',
    true,
  ])
  expect(await page.getByText('15. Jan. 2026').count()).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await app.host.call('settings.write', { language: null, locale: null })
  await page.getByText('at the end of the day in UTC').waitFor()
})

test('a text that is cut is found, one that is whole in its tooltip is not', async () => {
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

test('texts that are 40 % longer are not cut, and no screen becomes too wide', async () => {
  await app.host.call('settings.write', { language: 'ru' })
  const context = await app.windows.makeContext({ viewport: { width: 1280, height: 900 } })
  await pseudo.serve(context, app.host.origin)
  const { page, faults } = await openPage(context, await app.host.issueUrl())
  const found: Record<string, readonly string[]> = {}
  for (const screen of screens) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
    await isShown(page)
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const cut = await findClippedTexts(page)
      if (cut.length > 0) found[`${screen}, ${width} px`] = cut
    }
  }
  await page.setViewportSize({ width: 360, height: 700 })
  await page.evaluate(() => {
    location.hash = '#/glance'
    location.reload()
  })
  await isShown(page)
  const cut = await findClippedTexts(page)
  if (cut.length > 0) found['glance, 360 px'] = cut
  await context.close()
  expect(found).toEqual({})
  expect(faults).toEqual([])
})
