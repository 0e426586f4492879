import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { findFaultsByScreen, screens, useResizedPage } from '../rig/screen-faults.ts'

const app = useApp()
const resized = useResizedPage(app)
let page: Page
beforeAll(() => void (page = resized()))

// The other widths, also in Russian, are in `sizes.proof.ts`; `languages.test.ts` has Russian at two widths.
test('every screen fits into four sizes', async () => {
  const sizes = [360, 900, 2560].map((width) => ({ width, height: 900 }))
  // A window of 1280 by 720 px at a zoom of 200 %.
  sizes.push({ width: 640, height: 360 })
  expect(await findFaultsByScreen(page, sizes)).toEqual({})
})

test('at 360 px the tables of seven screens do not scroll sideways', async () => {
  const context = await app.windows.makeContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  const narrow = await context.newPage()
  // An hour later every price is old and shows its age.
  await narrow.clock.setSystemTime(Date.now() + hourMs)
  await narrow.goto(await app.host.issueUrl())
  const sideways: Record<string, readonly string[]> = {}
  for (const [screen, label] of [
    ['overview', 'Recent transactions'],
    ['orders', 'Orders'],
    ['watchlists', 'Quotes'],
    ['income', 'Coming income'],
    ['day', 'Profit of the day by position'],
    ['margin', 'Contributions'],
    ['instrument/SBER%40MISX', 'Open lots'],
  ] as const) {
    await narrow.evaluate((hash) => void (location.hash = hash), `#/${screen}`)
    const table = narrow.getByRole('grid', { name: label })
    await table.locator('tbody tr').first().waitFor()
    if (screen === 'watchlists') await table.locator('.last .age').first().waitFor()
    const tooWide = await narrow
      .getByRole('grid')
      .evaluateAll((tables) =>
        tables
          .filter(
            (one) => one.getBoundingClientRect().width > (one.parentElement?.getBoundingClientRect().width ?? 0) + 1,
          )
          .map((one) => one.ariaLabel ?? ''),
      )
    if (tooWide.length > 0) sideways[screen] = tooWide
  }
  expect(sideways).toEqual({})
  await context.close()
})

test('at 720 px a name in a watchlist is cut off only at the end of its column', async () => {
  const name = 'Long names'
  await app.host.call('watchlists.create', { name, symbols: ['STRH@RUSX', 'MEDN@RUSX', 'SU26225RMFS8@MISX'] })
  await page.setViewportSize({ width: 720, height: 900 })
  await page.evaluate(() => void (location.hash = '#/watchlists'))
  await page.getByRole('tab', { name }).click()
  const rows = page.getByRole('grid', { name: 'Quotes' }).locator('tbody tr')
  await rows.getByText('Медная гора').waitFor()
  const cutTooEarly = await rows.locator('.instrument').evaluateAll((names) =>
    names
      .filter((name) => [...name.children].some((part) => part.scrollWidth > part.clientWidth))
      .map((name) => (name.closest('td')?.getBoundingClientRect().right ?? 0) - name.getBoundingClientRect().right)
      .filter((roomPx) => roomPx > 16),
  )
  expect(cutTooEarly).toEqual([])
})

test.each(['en', 'ru'] as const)(
  'in %s at 1280 px the exports of the income stand beside its view',
  async (language) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await app.host.call('settings.write', { language })
    await page.evaluate(() => void (location.hash = '#/income'))
    await page.locator(`html[lang=${language}] .exports button`).last().waitFor()
    // In one frame: the summary above them may arrive meanwhile.
    const [view = 0, exports = 0, filters = 0] = await page.evaluate(() =>
      ['.bar .segmented', '.exports button', '.filters select'].map((selector) => {
        const box = [...document.querySelectorAll(`main ${selector}`)].at(-1)?.getBoundingClientRect()
        return (box?.y ?? 0) + (box?.height ?? 0) / 2
      }),
    )
    await app.host.call('settings.write', { language: 'en' })
    expect(Math.abs(exports - view)).toBeLessThan(4)
    expect(filters).toBeGreaterThan(exports)
  },
)

test('at 360 px no month of the income covers another one', async () => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.evaluate(() => void (location.hash = '#/income'))
  await page.locator('.chart .bars').nth(12).waitFor()
  const months = await page.locator('.chart .bars').evaluateAll((found) =>
    found.map((month) => {
      const { left, right } = month.getBoundingClientRect()
      return { left, right }
    }),
  )
  expect(months.filter(({ left }, index) => left < (months[index - 1]?.right ?? 0))).toEqual([])
})

test('in a low window the rail shows the link of the current screen', async () => {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.evaluate(() => void (location.hash = '#/settings'))
  const link = page.locator('nav a[aria-current=page][href$=settings]')
  await link.waitFor()
  // The rail scrolls in the next frame.
  await until(
    () => link.boundingBox(),
    (box) => box !== null && box.y + box.height <= 400,
  )
})

test('on a very wide screen the width of the content is limited', async () => {
  await page.setViewportSize({ width: 3840, height: 1600 })
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  const width = await page.locator('.content').evaluate((content) => content.getBoundingClientRect().width)
  expect(width).toBeLessThanOrEqual(2400)
})

test.each([
  { width: 360, columns: 1 },
  { width: 720, columns: 1 },
  { width: 1280, columns: 2 },
  { width: 1920, columns: 2 },
])('at $width px the settings have $columns columns', async ({ width, columns }) => {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => void (location.hash = '#/settings'))
  const sections = page.locator('section.panel')
  await sections.filter({ hasText: 'Delete everything…' }).waitFor()
  const places = await sections.evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect().left))
  expect(new Set(places).size).toBe(columns)
})

test('in forced colours, selections, bars and swatches stay visible', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 2560, height: 900 })
  await page.evaluate(() => void (location.hash = '#/orders'))
  await page.getByRole('grid', { name: 'Orders' }).waitFor()
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  for (const selected of ['nav a[aria-current]', 'label.chosen'])
    expect([selected, await style(selected, 'outline-style')]).toEqual([selected, 'solid'])
  for (const drawn of ['.meter .used', '.status .dot'])
    expect([drawn, await style(drawn, 'forced-color-adjust')]).toEqual([drawn, 'none'])
  await page.evaluate(() => void (location.hash = '#/overview'))
  const swatches = page.locator('.ring + table tbody:has(tr:nth-child(2))').first().locator('i')
  await swatches.nth(1).waitFor()
  const colours = await swatches.evaluateAll((found) => found.map((swatch) => getComputedStyle(swatch).backgroundColor))
  expect(new Set(colours).size).toBe(colours.length)
  await page.emulateMedia({ forcedColors: 'none' })
})

test('with reduced motion nothing is animated on any screen', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  // Animates every part of the page, unless the styles of the app prevent it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { animation: turn 9s infinite; transition: all 9s } @keyframes turn { to { rotate: 1turn } }')
    document.adoptedStyleSheets.push(sheet)
  })
  const countAnimations = () =>
    page.evaluate(() => {
      const durations = document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration)
      return durations.filter((duration) => duration !== 0).length
    })
  const animated: Record<string, number> = {}
  for (const screen of screens) {
    await openByAddress(page, screen)
    await page.locator('[aria-busy="true"]:not(.part, .plot)').first().waitFor({ state: 'hidden' })
    animated[screen] = await countAnimations()
  }
  expect(animated).toEqual(Object.fromEntries(screens.map((screen) => [screen, 0])))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await countAnimations()).toBeGreaterThan(0)
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
