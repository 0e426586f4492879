import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'

const app = useApp()

async function open() {
  const watched = await app.open({ viewport: { width: 1280, height: 800 } })
  await watched.page.getByText(/^(live|market closed)/).waitFor()
  await show(watched.page, '#/positions')
  await table(watched.page).locator('tbody .holding').first().waitFor()
  return watched
}
const show = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash)
const table = (page: Page) => page.getByRole('treegrid', { name: 'Positions' })
const heads = (page: Page) => table(page).locator('thead th').allInnerTexts()
const textOf = (texts: readonly string[]) => texts.map((text) => text.replace(/[↑↓\s]+$/, ''))

test('a row is expanded to its accounts by keyboard, and the menu opens at the focused row', async () => {
  const { page, faults } = await open()
  await table(page).focus()
  await page.keyboard.press('ArrowRight')
  // The order of the rows may change while figures arrive.
  const opened = table(page).locator('tbody tr[aria-expanded="true"]')
  await opened.waitFor()
  expect(await table(page).locator('tbody .part').count()).toBeGreaterThan(0)
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Transactions' }).waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowLeft')
  await opened.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a right click opens the menu, which leads to the transactions of the row', async () => {
  const { page } = await open()
  const row = table(page).locator('tbody .holding').first()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Transactions' }).click()
  await page.waitForFunction(() => location.hash.startsWith('#/transactions?symbol='))
})

test('a dragged column keeps its new place, also after a reload', async () => {
  const { page } = await open()
  const before = textOf(await heads(page))
  const [value, day] = [table(page).locator('th', { hasText: 'Value' }), table(page).locator('th', { hasText: 'Day' })]
  await value.first().dragTo(day.first(), { targetPosition: { x: 100, y: 10 } })
  await expect.poll(async () => textOf(await heads(page)).indexOf('Value')).toBeGreaterThan(before.indexOf('Value'))
  const after = textOf(await heads(page))
  expect(after.toSorted()).toEqual(before.toSorted())
  await page.reload()
  await table(page).waitFor()
  expect(textOf(await heads(page))).toEqual(after)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(async () => textOf(await heads(page))).toEqual(before)
})

/** The boxes of these elements at one moment: rows change while prices arrive. */
const boxesOf = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, width } = element.getBoundingClientRect()
      return { x, width }
    }),
  )

test('at 360 to 2560 px no name, value or profit is missing or cut off, and the table is accessible', async () => {
  const { page, faults } = await open()
  for (const width of [360, 720, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    // On a phone, both profits are in sight below the value, and the title of each still sorts by it.
    const folded = table(page).locator('td.folds small')
    await expect.poll(async () => (await folded.count()) > 0).toBe(width === 360)
    const titles = textOf(await table(page).locator('th button').allInnerTexts())
    for (const title of ['Instrument', 'Value', 'Day', 'Unrealized']) expect(titles).toContain(title)
    for (const { x, width: itsWidth } of await boxesOf(folded)) expect(x + itsWidth).toBeLessThanOrEqual(width)
    const cut = await table(page)
      .locator('td.end data')
      .evaluateAll(
        (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0).length,
      )
    expect([width, cut]).toEqual([width, 0])
    expect([width, await findAccessibilityFaults(page)]).toEqual([width, []])
  }
  expect(faults).toEqual([])
})

test('an alert at a price is added on the instrument, and moved on the chart by keys and by dragging', async () => {
  const { page, faults } = await open()
  await show(page, '#/instrument/SBER%40MISX?alert')
  const sheet = page.getByRole('dialog', { name: 'New alert at a price' })
  await sheet.waitFor()
  const now = await sheet.getByText(/^Price, now /).innerText()
  const last = Number(now.replace(/[^\d.]/g, ''))
  await sheet.getByRole('textbox').fill((last * 1.005).toFixed(2))
  await sheet.getByRole('button', { name: 'Add the alert' }).click()
  const slider = page.getByRole('slider', { name: 'Alert at a price' })
  await slider.waitFor()
  const priceOf = async () => Number(await slider.getAttribute('aria-valuenow'))
  const saved = async () => {
    const rules = await app.host.call('alerts.list')
    return rules.flatMap(({ rule: { condition } }) => (condition.kind === 'price' ? [Number(condition.threshold)] : []))
  }
  const start = await priceOf()
  expect(await saved()).toEqual([start])
  await slider.focus()
  await page.keyboard.press('ArrowUp')
  expect(await priceOf()).toBeGreaterThan(start)
  expect(await saved()).toEqual([start])
  await page.keyboard.press('Enter')
  const byKeys = await priceOf()
  await expect.poll(saved).toEqual([byKeys])
  expect(await findVisualFaults(page)).toEqual([])
  const box = (await slider.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + box.height / 2 + 12, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await saved())[0]).toBeLessThan(byKeys)
  expect(faults).toEqual([])
})
