import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { findAccessibilityFaults } from './rig/browser.ts'
import { chooseKind, exportAll, openFilters } from './rig/transaction-dialogs.ts'
import { all, filterBy } from './rig/transaction-filter.ts'
import { copyFrom, eventually, readRowsInView, useTransactions } from './rig/transactions-page.ts'

const { app, totalRowCount, readAll, readTotals, open } = useTransactions()

test('both ends and the middle of the history match the cache', async () => {
  const { page, faults } = await open()
  const grid = page.getByRole('grid')
  await eventually(async () => (await grid.getAttribute('aria-rowcount')) === (await totalRowCount())).toBe(true)
  const shown = () => readRowsInView(page)
  for (const share of [0, 0.5, 1, 0.25, 0.75]) {
    await grid.evaluate((box, part) => (box.scrollTop = part * (box.scrollHeight - box.clientHeight)), share)
    await eventually(async () => (await shown()).length).toBeGreaterThan(15)
    await eventually(async () => {
      const [seen, rows] = [await shown(), await readAll()]
      return seen.filter(({ index, atText }) => atText !== rows[index]?.transaction.atText)
    }).toEqual([])
  }
  expect(faults).toEqual([])
})

test('typed text is found, and its address survives a reload', async () => {
  const { page } = await open()
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('комис')
  await eventually(() => page.evaluate(() => location.hash)).toBe(`#/transactions?q=${encodeURIComponent('комис')}`)
  const { count } = await readTotals({ conditions: [], text: 'комис' })
  expect(count).toBeGreaterThan(0)
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1))
  await page.reload()
  await eventually(() => page.getByRole('searchbox', { name: 'Search transactions' }).inputValue()).toBe('комис')
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1))
})

test('a filter is built by keyboard alone, and every popover is accessible', async () => {
  const { page, faults } = await open()
  const rowCount = () => page.getByRole('grid').getAttribute('aria-rowcount')
  const isComplete = async () => (await rowCount()) === (await totalRowCount())
  await eventually(isComplete).toBe(true)
  await openFilters(page)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Kind', exact: true }).press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Find a value')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await eventually(isComplete).toBe(false)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const addFilter = page.getByRole('button', { name: 'Filter', exact: true })
  expect(await addFilter.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: /^Kind is/ }).press('Delete')
  await eventually(isComplete).toBe(true)
  await page.getByRole('grid').press('Enter')
  await page.getByRole('complementary', { name: 'Transaction' }).getByText('First loaded').waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('an instrument is found and selected by keyboard, and the highlighted match is in view', async () => {
  const { page, faults } = await open()
  await openFilters(page, 'Instrument')
  const field = page.getByRole('combobox', { name: 'Find an instrument' })
  await field.fill('a')
  const found = page.getByRole('listbox', { name: 'Instruments found' })
  await eventually(() => found.getByRole('option').count()).toBeGreaterThan(10)
  const marked = found.getByRole('option', { selected: true })
  for (let press = 0; press < 10; press += 1) await field.press('ArrowDown')
  await eventually(() =>
    marked.evaluate((line) => {
      const [box, list] = [line.getBoundingClientRect(), line.closest('.found')!.getBoundingClientRect()]
      return box.top >= list.top && box.bottom <= list.bottom
    }),
  ).toBe(true)
  const symbol = await marked.locator('b').innerText()
  await field.press('Enter')
  await eventually(() => page.evaluate(() => location.hash)).toContain(encodeURIComponent(symbol))
  expect(await findAccessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a period is selected by name or in a calendar, by keyboard', async () => {
  const { page, faults } = await open()
  const hash = () => page.evaluate(() => location.hash)
  await openFilters(page, 'Period')
  await page.getByRole('button', { name: 'This year' }).press('Enter')
  await eventually(hash).toBe('#/transactions?period=year')
  const calendar = page.getByRole('dialog', { name: 'Add a filter' }).getByRole('grid')
  await calendar.locator('[tabindex="0"]').focus()
  for (const key of ['PageUp', 'Home', 'Enter', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  // From a Monday to the Tuesday of the following week: nine days of 23 to 25 hours each.
  await eventually(async () => {
    const [, from, to] = /period=(\d+)\.\.(\d+)$/.exec(await hash()) ?? []
    return Math.round((Number(to) - Number(from)) / 86_400_000)
  }).toBe(9)
  expect(await findAccessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the instrument of a row is a link to its screen', async () => {
  const { page } = await open('#/transactions?trade=yes')
  const row = page.getByRole('grid').getByRole('row').nth(1)
  const symbol = (await readAll()).find(({ transaction }) => transaction.trade !== null)?.transaction.symbol ?? ''
  await eventually(() => row.getByRole('link').getAttribute('href')).toBe(`#/instrument/${encodeURIComponent(symbol)}`)
})

test('rows are selected and copied by keyboard, also at the end of the list', async () => {
  const { page } = await open()
  const ids = async () => (await readAll()).map(({ transaction }) => transaction.id)
  await eventually(async () => {
    const copied = await copyFrom(page, ['Home', 'Shift+ArrowDown', 'Shift+ArrowDown'])
    return copied.join() === (await ids()).slice(0, 3).join()
  }).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  const active = page.locator('[role=row].active')
  await eventually(async () => {
    const isLoaded = (await active.locator('i').count()) === 0
    return (
      isLoaded &&
      (await active.getAttribute('aria-rowindex')) === (await page.getByRole('grid').getAttribute('aria-rowcount'))
    )
  }).toBe(true)
  expect(await copyFrom(page, ['Shift+ArrowUp'])).toEqual((await ids()).slice(-2))
})

test('an export contains every row of the filter', async () => {
  const { page } = await open('#/transactions?category=TAX')
  const { count } = await readTotals(filterBy('category', 'TAX'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('radio', { name: 'Semicolon', exact: true }).check({ force: true })
  await page.getByRole('button', { name: /^Export [\d,]+ rows$/ }).click()
  const path = await page.locator('dialog code').innerText({ timeout: 120_000 })
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  const link = page.getByRole('link', { name: 'Download' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
  expect(download.suggestedFilename()).toBe(basename(path))
  expect(await readFile(await download.path(), 'utf8')).toBe(await readFile(path, 'utf8'))
})

// The other formats are in `exports.proof.ts`; their content is in the tests of the command line and of `src/main/export`.
test.each([
  ['hledger', /^; Tidemark journal of /],
  ['archive', /^PK/],
])('everything is exported in the format %s', async (format, start) => {
  const { page } = await open()
  expect(await exportAll(page, format)).toMatch(start)
})

test('a kind is a pill, and totals by kind add up to all rows', async () => {
  const { page, faults } = await open()
  await page.getByRole('button', { name: 'By kind' }).click()
  await page.getByRole('region', { name: 'Totals by kind' }).getByRole('cell', { name: 'Dividend' }).first().waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await openFilters(page, 'Kind')
  await page.getByRole('checkbox', { name: 'Dividend' }).press('Space')
  await page.keyboard.press('Escape')
  const { count, byKind } = await readTotals(filterBy('kind', 'dividend'))
  expect(count).toBeGreaterThan(20)
  expect(new Set(byKind.map(({ kind }) => kind))).toEqual(new Set(['dividend']))
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1))
  await page.getByRole('button', { name: /^Kind is Dividend/ }).waitFor()
  const totals = await readTotals(all)
  expect(totals.byKind.reduce((sum, group) => sum + group.count, 0)).toBe(totals.count)
  expect(faults).toEqual([])
})

test('the user changes a kind for all rows like this, undoes it, and changes one row, which a restart keeps', async () => {
  const { page, faults } = await open('#/transactions?kind=loan')
  const grid = page.getByRole('grid')
  const countLoans = async () => (await readTotals(filterBy('kind', 'loan'))).count
  const before = await countLoans()
  expect(before).toBeGreaterThan(10)
  const detail = page.getByRole('complementary', { name: 'Transaction' })
  await grid.press('Enter')
  await chooseKind(page, 'Interest', 'All like this')
  await eventually(countLoans).toBe(0)
  await detail.getByRole('button', { name: 'Undo' }).click()
  await eventually(countLoans).toBe(before)
  await chooseKind(page, 'Interest', 'This transaction')
  await eventually(countLoans).toBe(before - 1)
  await detail.getByText('chosen by you').waitFor()
  expect(faults).toEqual([])

  const { rows } = await app.host.call('transactions.page', {
    ...{ filter: filterBy('kind', 'interest'), direction: 'newest', after: null, limit: 5 },
  })
  const chosen = rows.filter(({ kindRule }) => kindRule === 'person')
  expect(chosen.map(({ kind }) => kind)).toEqual(['interest'])
  const [row] = chosen
  await app.restart()
  const request = { accountId: row!.accountId, id: row!.transaction.id }
  expect(await app.host.call('transactions.detail', request)).toMatchObject({
    ...{ kind: 'interest', kindRule: 'person', chosenKind: { scope: 'row' } },
  })
  await app.host.call('transactions.setKind', { ...request, kind: null })
  expect(await app.host.call('transactions.detail', request)).toMatchObject({ kind: 'loan', chosenKind: null })
})
