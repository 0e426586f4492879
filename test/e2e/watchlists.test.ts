import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'

const app = useApp()
let listId: string
const eventually = (read: () => unknown) => expect.poll(read, { timeout: 60_000 })

beforeAll(async () => {
  // Pasted names are looked up in the list of all instruments.
  await vi.waitUntil(knowsInstruments, { timeout: 60_000, interval: 250 })
})
beforeEach(async () => {
  for (const { id } of await app.host.call('watchlists.list')) await app.host.call('watchlists.remove', { id })
  const { id } = await app.host.call('watchlists.create', {
    name: 'Mine',
    symbols: ['SBER@MISX', 'ETHUSD@_CRYP', 'NONE@XXXX'],
  })
  listId = id
  await app.host.call('watchlists.create', { name: 'Second' })
  await app.host.call('watchlists.create', { name: 'Third' })
})

async function knowsInstruments(): Promise<boolean> {
  const [found] = await app.host.call('watchlists.resolve', { text: 'SBER@MISX' })
  return found?.symbol === 'SBER@MISX'
}

async function open() {
  const watched = await app.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await watched.page.evaluate(() => void (location.hash = '#/watchlists'))
  await rows(watched.page).first().waitFor()
  return watched
}
const rows = (page: Page) => page.getByRole('grid', { name: 'Quotes' }).locator('tbody tr')
const tabs = (page: Page) => page.getByRole('tab')
const kept = async () => (await app.host.call('watchlists.list')).find(({ id }) => id === listId)?.symbols
const keptNames = async () => (await app.host.call('watchlists.list')).map(({ name }) => name)

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: item }).click()
}
/** Drags from the middle of the first element to the upper left corner of the second. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('an element to drag is not visible')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + 3, end.y + 3, { steps: 6 })
  await page.locator('.marker').waitFor()
  await page.mouse.up()
}

test('rows and lists are reordered with the mouse', async () => {
  const { page, faults } = await open()
  await rows(page).nth(2).hover()
  await drag(page, rows(page).nth(2).locator('.grip'), rows(page).nth(0))
  await eventually(kept).toEqual(['NONE@XXXX', 'SBER@MISX', 'ETHUSD@_CRYP'])
  expect(await page.evaluate(() => location.hash)).toBe('#/watchlists')
  await page.getByText('NONE@XXXX is now row 1 of 3').waitFor({ state: 'attached' })
  await drag(page, tabs(page).nth(2), tabs(page).nth(0))
  await eventually(keptNames).toEqual(['Third', 'Mine', 'Second'])
  await eventually(() => tabs(page).allInnerTexts()).toEqual(['Third 0', 'Mine 3', 'Second 0'])
  expect(faults).toEqual([])
})

test('rows and lists are reordered by keyboard, and the focus follows them', async () => {
  const { page, faults } = await open()
  await rows(page).first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(kept).toEqual(['ETHUSD@_CRYP', 'NONE@XXXX', 'SBER@MISX'])
  await page.getByText('SBER@MISX is now row 3 of 3').waitFor({ state: 'attached' })
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain('SBER@MISX')
  await tabs(page).first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await eventually(keptNames).toEqual(['Second', 'Mine', 'Third'])
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
  await eventually(keptNames).toEqual(['Mine', 'Second', 'Third', 'Metals'])
})

test('a pasted text is previewed, the selected symbols are added, and the list can be exported and imported', async () => {
  const { page, faults } = await open()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('SBER@MISX, ethusd@_cryp\nOILG@#RIDX; NEW@XXXX NOPE')
  await sheet.getByText('1 found · 2 already in the list · 2 unknown').waitFor()
  await sheet.getByLabel(/NEW@XXXX/).check()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Add 2' }).click()
  const whole = ['SBER@MISX', 'ETHUSD@_CRYP', 'NONE@XXXX', 'OILG@#RIDX', 'NEW@XXXX']
  await eventually(kept).toEqual(whole)
  await rows(page).nth(4).waitFor()

  await choose(page, 'Export as text')
  await sheet.getByRole('button', { name: 'Copy' }).click()
  await sheet.getByText('Copied.').waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: 'Save as file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Mine.txt')
  const path = await download.path()
  expect(await readFile(path, 'utf8')).toBe(text)
  await sheet.getByRole('button', { name: 'Close' }).first().click()

  await choose(page, 'Import')
  await sheet.locator('input[type=file]').setInputFiles(path)
  for (const symbol of ['NONE@XXXX', 'NEW@XXXX']) await sheet.getByLabel(new RegExp(symbol)).check()
  await eventually(() => sheet.getByLabel('Name of the new list').inputValue()).toBe('Mine')
  await sheet.getByRole('button', { name: 'Add 5' }).click()
  await eventually(async () => (await app.host.call('watchlists.list')).at(-1)).toMatchObject({
    name: 'Mine',
    symbols: whole,
  })
  expect(faults).toEqual([])
})

test('exceeding the list limit is refused before anything is added', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const sheet = page.getByRole('dialog')
  const names = Array.from({ length: 1_001 }, (_, index) => `T${index}@X`)
  await sheet.getByRole('textbox').fill(names.join(' '))
  await sheet.getByText('The text has 1001 names: the maximum is 1000 at a time.').waitFor()
  expect(await sheet.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  const refused = await app.host.request('watchlists.addSymbols', { id: listId, symbols: names.slice(0, 498) })
  expect(refused).toMatchObject({ ok: false, code: 'invalid', message: expect.stringContaining('the maximum is 500') })
  expect(await kept()).toHaveLength(3)
})

test('columns are selected and reordered by keyboard and mouse, saved per list, and reset', async () => {
  const { page } = await open()
  const heads = async () => (await page.locator('thead th').allInnerTexts()).map((text) => text.trim())
  const keptColumns = async () => (await app.host.call('watchlists.list')).map(({ columns }) => columns)
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  // The focus lands in the dialog after it opened: a key that comes before goes elsewhere.
  await page.locator('[role=dialog]:focus-within').waitFor()
  await page.getByRole('checkbox', { name: 'Quantity held' }).press('Space')
  await page.getByRole('checkbox', { name: 'Quantity held' }).press('Alt+ArrowUp')
  await eventually(async () => (await heads()).slice(-3)).toEqual(['Held', 'Volume', 'Market'])
  const choices = page.getByRole('dialog').locator('li.shown')
  await drag(page, choices.nth(3).locator('.grip'), choices.nth(0))
  await eventually(async () => (await heads())[1]).toBe('Bid')
  await eventually(async () => (await keptColumns())[0]?.[0]).toBe('bid')
  expect((await keptColumns()).slice(1)).toEqual([null, null])
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset' }).press('Enter')
  await eventually(async () => (await keptColumns())[0]).toBeNull()
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
  await row.getByText(/does not know/).waitFor({ timeout: 60_000 })
  expect(
    await rows(page)
      .filter({ hasText: 'SBER@MISX' })
      .getByText(/does not know/)
      .count(),
  ).toBe(0)
})

test('only the rows of a long list that are on screen are reported as visible', async () => {
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
  await rows(page).nth(399).scrollIntoViewIfNeeded()
  await eventually(() => reported.at(-1)?.includes('LONG399@XXXX')).toBe(true)
  expect(reported.at(-1)).not.toContain('LONG0@XXXX')
  expect(maxReported()).toBeLessThan(60)
})

test('in a narrow window a name is cut only where its column ends', async () => {
  await app.host.call('watchlists.addSymbols', { id: listId, symbols: ['STRH@RUSX', 'MEDN@RUSX', 'SU26225RMFS8@MISX'] })
  const { page } = await open()
  await page.setViewportSize({ width: 720, height: 900 })
  await rows(page).getByText('Медная гора').waitFor()
  const cutBesideRoom = await rows(page)
    .locator('.instrument')
    .evaluateAll((names) =>
      names
        .filter((name) => [...name.children].some((part) => part.scrollWidth > part.clientWidth))
        .map((name) => (name.closest('td')?.getBoundingClientRect().right ?? 0) - name.getBoundingClientRect().right)
        .filter((roomPx) => roomPx > 16),
    )
  expect(cutBesideRoom).toEqual([])
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
