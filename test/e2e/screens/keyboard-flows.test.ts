import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { focusReader } from '../rig/focus.ts'

const app = useApp()
const wait = { timeout: 120_000 }
const hash = (page: Page) => page.evaluate(() => location.hash)
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.tagName ?? ''} ${element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? ''}`
  })

test('a price alert of a position is made by keyboard, with a decimal comma, and the focus returns to its button', async () => {
  await expect
    .poll(async () => (await app.host.call('positions.list', { accountId: null })).length, wait)
    .toBeGreaterThan(0)
  const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
  const read = await focusReader(page)
  await page.evaluate(() => void (location.hash = '#/positions'))
  await page.getByRole('treegrid').press('Shift+F10')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await page.keyboard.press('n')
  expect((await read()).faults).toEqual([])
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'New alert at a price' })
  // The field gets the focus as soon as the screen is shown.
  await expect.poll(() => sheet.evaluate((box) => box.contains(document.activeElement)), wait).toBe(true)
  await page.keyboard.type('0,01')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page), wait).toBe('BUTTON New alert')
  expect((await read()).faults).toEqual([])
  const rules = await app.host.call('alerts.list')
  expect(rules.map(({ rule }) => rule.condition)).toMatchObject([{ kind: 'price', threshold: '0.01' }])
  expect(faults).toEqual([])
})

test('the alert dialog fits in Russian, and Escape returns to its button', async () => {
  await app.host.call('settings.write', { language: 'ru' })
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.evaluate(() => void (location.hash = '#/alerts'))
  const button = page.getByRole('button', { name: 'Новое оповещение', exact: true })
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().waitFor()
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page), wait).toBe('BUTTON Новое оповещение')
  await app.host.call('settings.write', { language: null })
})

test('a typed date opens its day once, with Enter', async () => {
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.evaluate(() => void (location.hash = '#/day'))
  const field = page.getByLabel('Day (UTC)')
  await field.focus()
  const before = await page.evaluate(() => history.length)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('3 feb 2026')
  expect(await hash(page)).toBe('#/day')
  await page.keyboard.press('Enter')
  await expect.poll(() => hash(page), wait).toBe('#/day/2026-02-03')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})

test('the section of a watchlist row is made and renamed by keyboard', async () => {
  const [list] = await app.host.call('watchlists.list')
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  const stored = async () =>
    (await app.host.call('watchlists.list')).find(({ id }) => id === list?.id)?.sections.map(({ name }) => name)
  await page.evaluate(() => void (location.hash = '#/watchlists'))
  const row = page.getByRole('grid', { name: 'Quotes' }).locator('tbody tr').first()
  await row.focus()
  for (const [letter, name] of [
    ['m', 'Banks'],
    ['r', 'Funds'],
  ] as const) {
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press(letter)
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').getByRole('textbox')
    await field.fill(name)
    await field.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(stored, wait).toEqual([name])
    // The row moves into its section and keeps the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''), wait).toContain(name)
  }
})
