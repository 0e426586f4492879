import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'
import { choose, drag, eventually, paste, rows, useWatchlists } from './rig/watchlists-page.ts'

const { app, listId, open, storedNames, storedSymbols } = useWatchlists()
const tabs = (page: Page) => page.getByRole('tab')

test('rows and lists are reordered with the mouse', async () => {
  const { page, faults } = await open()
  await rows(page).nth(2).hover()
  await drag(page, rows(page).nth(2).locator('.grip'), rows(page).nth(0))
  await eventually(storedSymbols).toEqual(['NONE@XXXX', 'SBER@MISX', 'ETHUSD@_CRYP'])
  expect(await page.evaluate(() => location.hash)).toBe('#/watchlists')
  await page.getByText('NONE@XXXX is now row 1 of 3').waitFor({ state: 'attached' })
  await drag(page, tabs(page).nth(2), tabs(page).nth(0))
  await eventually(storedNames).toEqual(['Third', 'Mine', 'Second'])
  await eventually(() => tabs(page).allInnerTexts()).toEqual(['Third 0', 'Mine 3', 'Second 0'])
  expect(faults).toEqual([])
})

test('rows and lists are reordered by keyboard, and the focus follows them', async () => {
  const { page, faults } = await open()
  await rows(page).first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(storedSymbols).toEqual(['ETHUSD@_CRYP', 'NONE@XXXX', 'SBER@MISX'])
  await page.getByText('Сбербанк is now row 3 of 3').waitFor({ state: 'attached' })
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain('SBER@MISX')
  await tabs(page).first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await eventually(storedNames).toEqual(['Second', 'Mine', 'Third'])
  await eventually(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(/^Mine/)
  expect(faults).toEqual([])
})

test('a list is created, filled, duplicated and deleted without a mouse', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'New list' }).press('Enter')
  await page.getByLabel('Name').fill('Metals')
  await page.keyboard.press('Enter')
  await page.getByText('“Metals” is empty').waitFor()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.getByPlaceholder('Add a symbol, name or ISIN').fill('SBER@MISX')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await rows(page).filter({ hasText: 'SBER@MISX' }).waitFor()
  await choose(page, 'Duplicate')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Metals copy 1', selected: true }).waitFor()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await rows(page).first().focus()
  await page.keyboard.press('Delete')
  await page.getByText('“Metals copy” is empty').waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await rows(page).filter({ hasText: 'SBER@MISX' }).waitFor()
  await choose(page, 'Delete')
  await page.getByRole('button', { name: 'Delete list' }).press('Enter')
  await eventually(storedNames).toEqual(['Mine', 'Second', 'Third', 'Metals'])
})

test('a pasted text is previewed, the selected symbols are added, and the list can be exported and imported', async () => {
  const { page, faults } = await open()
  const dialog = await paste(page, 'SBER@MISX, ethusd@_cryp\nOILG@#RIDX; NEW@XXXX NOPE')
  await dialog.getByText('1 found · 2 already in the list · 2 unknown').waitFor()
  await dialog.getByLabel(/NEW@XXXX/).check()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2' }).click()
  const whole = ['SBER@MISX', 'ETHUSD@_CRYP', 'NONE@XXXX', 'OILG@#RIDX', 'NEW@XXXX']
  await eventually(storedSymbols).toEqual(whole)
  await rows(page).nth(4).waitFor()

  await choose(page, 'Export as text')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByText('Copied.').waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save as file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Mine.txt')
  const path = await download.path()
  expect(await readFile(path, 'utf8')).toBe(text)
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await choose(page, 'Import')
  await dialog.locator('input[type=file]').setInputFiles(path)
  for (const symbol of ['NONE@XXXX', 'NEW@XXXX']) await dialog.getByLabel(new RegExp(symbol)).check()
  await eventually(() => dialog.getByLabel('Name of the new list').inputValue()).toBe('Mine')
  await dialog.getByRole('button', { name: 'Add 5' }).click()
  await eventually(async () => (await app.host.call('watchlists.list')).at(-1)).toMatchObject({
    name: 'Mine',
    symbols: whole,
  })
  expect(faults).toEqual([])
})

test('exceeding the list limit is refused before anything is added', async () => {
  const { page } = await open()
  const names = Array.from({ length: 1_001 }, (_, index) => `T${index}@X`)
  const dialog = await paste(page, names.join(' '))
  await dialog.getByText('The text has 1001 names: the maximum is 1000 at a time.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  const refused = await app.host.request('watchlists.addSymbols', { id: listId(), symbols: names.slice(0, 498) })
  expect(refused).toMatchObject({ ok: false, code: 'invalid', message: expect.stringContaining('the maximum is 500') })
  expect(await storedSymbols()).toHaveLength(3)
})

test('columns are selected and reordered by keyboard and mouse, saved per list, and reset', async () => {
  const { page } = await open()
  const heads = async () => (await page.locator('thead th').allInnerTexts()).map((text) => text.trim())
  const storedColumns = async () => (await app.host.call('watchlists.list')).map(({ columns }) => columns)
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  // The dialog gets the focus after it has opened. A key pressed earlier goes to another element.
  await page.locator('[role=dialog]:focus-within').waitFor()
  await page.getByRole('checkbox', { name: 'Quantity held' }).press('Space')
  await page.getByRole('checkbox', { name: 'Quantity held' }).press('Alt+ArrowUp')
  await eventually(async () => (await heads()).slice(-3)).toEqual(['Held', 'Volume', 'Market'])
  const choices = page.getByRole('dialog').locator('li.shown')
  await drag(page, choices.nth(3).locator('.grip'), choices.nth(0))
  await eventually(async () => (await heads())[1]).toBe('Bid')
  await eventually(async () => (await storedColumns())[0]?.[0]).toBe('bid')
  expect((await storedColumns()).slice(1)).toEqual([null, null])
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset' }).press('Enter')
  await eventually(async () => (await storedColumns())[0]).toBeNull()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a row opens by Enter or click, and Space shows its recorded prices', async () => {
  const { page, faults } = await open()
  await rows(page).first().focus()
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: /recorded price/ }).waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close the chart' }).click()
  await page.getByRole('heading', { name: /recorded price/ }).waitFor({ state: 'detached' })
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => location.hash)).toBe('#/instrument/SBER%40MISX')
  await page.evaluate(() => void (location.hash = '#/watchlists'))
  await rows(page).nth(1).locator('td').first().click()
  await eventually(() => page.evaluate(() => location.hash)).toBe('#/instrument/ETHUSD%40_CRYP')
  expect(faults).toEqual([])
})

test('an unknown symbol shows a problem in its own row only', async () => {
  const { page } = await open()
  const row = rows(page).filter({ hasText: 'NONE@XXXX' })
  await row.getByText(/does not know/).waitFor({ timeout: 120_000 })
  expect(
    await rows(page)
      .filter({ hasText: 'SBER@MISX' })
      .getByText(/does not know/)
      .count(),
  ).toBe(0)
})

test('of a long list only the rows near the view are rendered, those on screen are reported as visible, and each can be moved', async () => {
  const symbols = Array.from({ length: 400 }, (_, index) => `LONG${index}@XXXX`)
  await app.host.call('watchlists.create', { name: 'Long', symbols })
  const { page } = await open()
  const reported: string[][] = []
  page.on('request', (request) => {
    const body = request.postDataJSON() as { method?: string; params?: { symbols: string[] } } | null
    if (body?.method === 'attention.set' && body.params) reported.push(body.params.symbols)
  })
  await page.getByRole('tab', { name: /^Long/ }).click()
  const maxReported = () => Math.max(0, ...reported.map((symbols) => symbols.length))
  await eventually(() => reported.at(-1)?.includes('LONG0@XXXX')).toBe(true)
  expect(maxReported()).toBeLessThan(60)
  expect(await rows(page).count()).toBeLessThan(100)
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await eventually(() => reported.at(-1)?.includes('LONG399@XXXX')).toBe(true)
  expect(reported.at(-1)).not.toContain('LONG0@XXXX')
  expect(maxReported()).toBeLessThan(60)
  await page.keyboard.press('Alt+ArrowUp')
  const stored = async () => (await app.host.call('watchlists.list')).find(({ name }) => name === 'Long')?.symbols ?? []
  await eventually(async () => (await stored()).at(-1)).toBe('LONG398@XXXX')
  const row = (symbol: string) => rows(page).filter({ hasText: symbol })
  await row('LONG390@XXXX').hover()
  await drag(page, row('LONG390@XXXX').locator('.grip'), row('LONG395@XXXX'))
  await eventually(async () => (await stored()).indexOf('LONG390@XXXX')).toBe(394)
})

test('full and empty lists are accessible and fit, dark and narrow, light and wide', async () => {
  const { page, faults } = await open()
  expect(await findVisualFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^More actions/ }).click()
  expect(await findVisualFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: /^Second/ }).click()
  await page.getByText('“Second” is empty').waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  expect(faults).toEqual([])
})
