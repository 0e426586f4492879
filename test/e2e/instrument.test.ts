import { afterAll, beforeAll, expect, test } from 'vitest'
import { isArchived } from '#main/demo/catalog/catalog.ts'
import type { Instrument } from '#main/demo/catalog/instrument.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { dayMs } from '#shared/durations.ts'
import { useBrowser } from './rig/app.ts'
import { findAccessibilityFaults, findVisualFaults } from './rig/browser.ts'
import { readAllParts, section, show, textOf } from './rig/instrument-page.ts'
import { connectWebHost, makeDataDir, removeDataDir, type WebHostProcess } from './rig/web-host.ts'

let broker: DemoBroker
let host: WebHostProcess
let dataDir: string
/** One instrument of each type that trades; the equity and the future have options. */
/** A bond whose maturity the service does not send, and that date. */
let undated: { readonly symbol: string; readonly maturesOn: string }
let symbols: Readonly<Record<'equity' | 'bond' | 'future' | 'option' | 'index' | 'currency', string>>
/** The first history is read at the same time, so the parts wait for the budget of the minute. */
const readWithinMs = 120_000

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  dataDir = await makeDataDir()
  const { catalog } = broker.market
  const alive = catalog.list.filter((instrument) => !isArchived(instrument, Date.now()))
  undated = sendNoMaturity(alive)
  host = await connectWebHost(dataDir, broker)
  const find = (matches: (instrument: Instrument) => boolean) => alive.find(matches)?.symbol ?? ''
  symbols = {
    equity: 'SBER@MISX',
    bond: find(({ type, symbol }) => type === 'BONDS' && symbol !== undated.symbol),
    future: find(({ type, symbol }) => type === 'FUTURES' && catalog.optionsOn(symbol).length > 0),
    option: catalog.optionsOn('SBER@MISX').find((option) => !isArchived(option, Date.now()))?.symbol ?? '',
    index: find(({ type, constituents }) => type === 'INDICES' && (constituents?.length ?? 0) > 1),
    currency: find(({ type, mic }) => type === 'CURRENCIES' && mic.startsWith('_')),
  }
})

/** Chooses a bond that matures in years and is repaid at once, and sends its reference data without the date. */
function sendNoMaturity(alive: readonly Instrument[]): typeof undated {
  const late = Date.now() / dayMs + 3 * 365
  const chosen = alive.findLast(({ bond }) => bond !== undefined && bond.maturesOn > late && bond.amortizations === 0)!
  const { symbol, board, id, ticker, mic, isin, type, name, decimals, minStep, currency, bond } = chosen
  const face = { bond_face_value: { value: String(bond!.initialFace) }, currency: bond!.currency }
  const body = {
    ...{ board, id, ticker, mic, isin, type, name, decimals, min_step: String(minStep), quote_currency: currency },
    ...{ lot_size: { value: '1' }, bond_details: face },
  }
  broker.faults.set({ path: `/v1/assets/${symbol}` }, { kind: 'status', status: 200, body })
  return { symbol, maturesOn: new Date(bond!.maturesOn * dayMs).toISOString().slice(0, 10) }
}

afterAll(async () => {
  await host?.stop()
  await broker?.close()
  await removeDataDir(dataDir)
})
// Registered after the app, so that the browser closes before the app stops.
const windows = useBrowser()

async function open() {
  const watched = await windows.share(() => host.issueUrl())
  watched.page.context().setDefaultTimeout(readWithinMs)
  await watched.page.getByText(/^(live|market closed)/).waitFor()
  return watched
}
test('an equity shows its quote, hours, order book, trades, trading parameters, dividends and option chain', async () => {
  const { page, faults } = await open()
  await show(page, symbols.equity)
  await readAllParts(page)
  expect(await page.title()).toBe(`${await page.locator('h1').innerText()} · Tidemark`)
  await expect
    .poll(() => textOf(page, 'quote'), { timeout: 120_000 })
    .toMatch(/Bid [\d.,]+ ?×\d+.*Ask [\d.,]+ ?×\d+.*Previous close [\d.,]+.*Volume [\d,]+/)
  expect(await textOf(page, 'schedule')).toMatch(/Open.*Main session/)
  expect(await textOf(page, 'book')).toMatch(/Spread [\d.]+ \([\d.]+%\).*% bid, \d+% ask/)
  expect(await section(page, 'book').getByRole('row').count()).toBe(22)
  expect(await section(page, 'trades').getByRole('row').count()).toBeGreaterThan(5)
  expect(await textOf(page, 'params')).toMatch(/Availability Available.*Risk rate \d+%.*Initial margin [\d.,]+ RUB/)
  expect(await textOf(page, 'details')).toMatch(/Lot 10 pieces Price step 0\.01/)
  expect(await textOf(page, 'dividends')).toMatch(/Dividend .*?[\d.,]+ RUB|No dividend/)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('a bond, a future, an option, an index and a currency each show the parts of their type', async () => {
  const { page, faults } = await open()
  await show(page, symbols.bond)
  await readAllParts(page)
  expect(await textOf(page, 'bond-events')).toMatch(/Coupon.*[\d.]+ [A-Z]{3}/)
  expect(await textOf(page, 'details')).toMatch(/Face value [\d.,]+ [A-Z]{3}/)
  await expect.poll(() => textOf(page, 'quote'), { timeout: 120_000 }).toContain('in percent of the face value')

  await show(page, symbols.future)
  await readAllParts(page)
  expect(await textOf(page, 'details')).toMatch(/Expires \d+ \w+ \d{4} · \d+ d Contract size [\d.,]+/)
  await expect.poll(() => textOf(page, 'quote'), { timeout: 120_000 }).toMatch(/Open interest [\d,]+/)
  expect(await section(page, 'options').getByRole('rowheader').count()).toBeGreaterThan(5)

  await show(page, symbols.option)
  await readAllParts(page)
  expect(await textOf(page, 'details')).toMatch(/Strike [\d.,]+/)
  await section(page, 'quote').getByText('Implied volatility').waitFor()
  await expect
    .poll(() => textOf(page, 'quote'), { timeout: 120_000 })
    .toMatch(/Implied volatility [\d.]+.*Delta -?[\d.]+/)

  await show(page, symbols.index)
  await readAllParts(page)
  expect(await section(page, 'book').count()).toBe(0)
  expect(await textOf(page, 'constituents')).toMatch(/\d+ constituents.*The service reports no weights/)

  await show(page, symbols.currency)
  await readAllParts(page)
  expect(await textOf(page, 'book')).toContain('Spread')
  expect(faults).toEqual([])
})

test('the maturity of a bond that the service does not send is entered, marked, used for the yield and kept', async () => {
  const { page, faults } = await open()
  await show(page, undated.symbol)
  await readAllParts(page)
  expect(await textOf(page, 'details')).toMatch(/Maturity Not served\. Enter it/)
  expect(await textOf(page, 'quote')).toMatch(/Yield to maturity — Maturity Not served\. Enter it/)

  const details = section(page, 'details')
  await details.getByRole('button', { name: 'Enter it' }).click()
  const sheet = details.getByRole('dialog', { name: 'Enter the maturity' })
  await sheet.getByLabel('Maturity date').fill('17 May 2233')
  await sheet.getByRole('button', { name: 'Save' }).click()
  expect(await sheet.getByRole('alert').innerText()).toBe(
    '“2233-05-17” is not a date from 1970 to 2199: write it in full, such as 2033-05-17.',
  )
  expect(await findAccessibilityFaults(page)).toEqual([])
  await sheet.getByLabel('Maturity date').fill(undated.maturesOn)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await details.getByText(`${undated.maturesOn.slice(0, 4)} (typed)`).waitFor()
  await expect
    .poll(() => textOf(page, 'quote'), { timeout: 120_000 })
    .toMatch(/Yield to maturity [\d.]+% Maturity \d+ \w+ \d{4} \(typed\) [\d,]+ d Change/)

  await page.reload()
  await details.getByText('(typed)').waitFor()
  expect(faults).toEqual([])
})

test('the screen of every instrument type is accessible and fits, dark and narrow, light and wide', async () => {
  const { page, faults } = await open()
  const found: Record<string, unknown> = {}
  for (const [type, symbol] of Object.entries(symbols)) {
    await show(page, symbol)
    await readAllParts(page)
    const problems = await findVisualFaults(page)
    if (problems.length > 0) found[type] = problems
  }
  expect(found).toEqual({})
  expect(faults).toEqual([])
})

test('the keyboard moves through the parts and the option chain, opens an option, and returns', async () => {
  const { page } = await open()
  await show(page, symbols.equity)
  await readAllParts(page)
  await page.getByRole('main').focus()
  await page.keyboard.press('k')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-section'))).not.toBe('options')
  const grid = page.getByRole('grid', { name: 'Option chain' })
  await grid.locator('.nearest').waitFor()
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const cell = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`)
  await cell.filter({ hasText: /\d/ }).waitFor()
  const option = (await cell.getAttribute('title')) ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: option }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: symbols.equity }).waitFor()
})

test('a selected expiry shows its own strikes', async () => {
  const { page } = await open()
  await show(page, symbols.equity)
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  const expiry = section(page, 'options').getByLabel('Expiry')
  await expect.poll(() => expiry.locator('option').count(), { timeout: readWithinMs }).toBeGreaterThan(1)
  const next = (await expiry.locator('option').nth(1).getAttribute('value')) ?? ''
  await expiry.selectOption(next)
  const [year, month, day] = next.split('-').map(Number)
  const expected = broker.market.catalog
    .optionsOn(symbols.equity)
    .filter(
      ({ option }) => option && new Date(option.expiresOn * 86_400_000).getTime() === Date.UTC(year!, month! - 1, day),
    )
  const strikes = new Set(expected.map(({ option }) => option?.strike)).size
  await section(page, 'options').getByText(`${strikes} strikes`).waitFor()
  expect(await expiry.inputValue()).toBe(next)
})

test('an unknown symbol and a symbol without a market show a message', async () => {
  const { page } = await open()
  await show(page, 'NOPE@XXXX')
  await page.getByText('Unknown instrument').waitFor()
  await show(page, 'SBER')
  await page.getByText('Not a valid instrument symbol').waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('a position opens its instrument, and the instrument opens in a separate tab without the navigation', async () => {
  const { page, faults } = await open()
  await page.evaluate(() => void (location.hash = '#/positions'))
  const table = page.getByRole('treegrid', { name: 'Positions' })
  const title = (await table.getByRole('row').nth(1).getByRole('link').first().getAttribute('title')) ?? ''
  const symbol = title.split('\n').at(-1) ?? ''
  await table.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: symbol }).waitFor()
  await section(page, 'position').getByRole('row').nth(1).waitFor()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open in its own window' }).click(),
  ])
  await tab.getByRole('button', { name: 'Copy the symbol' }).filter({ hasText: symbol }).waitFor()
  expect(await tab.getByRole('navigation', { name: 'Screens' }).count()).toBe(0)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  expect(faults).toEqual([])
})
