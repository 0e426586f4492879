import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { parseDecimal, subtract, sum, type Decimal } from '#shared/decimal.ts'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { findVisualFaults } from '../rig/browser.ts'
import { findLayoutFaults } from '../rig/fit.ts'

const app = useApp({ demo: 'typical' })
/** An account of the demo in one currency, whose transactions agree with the service. */
const accountId = 'TRQD05:989213'
const slow = { timeout: 300_000 }
const viewport = { width: 1280, height: 900 }
const year = new Date().getUTCFullYear()

/** Waits until the history of the account is loaded and its performance can be computed. */
async function waitForPerformance(): Promise<void> {
  await until(
    () => app.host.call('accounts.list'),
    (accounts) => accounts.some(({ id }) => id === accountId),
    200_000,
  )
  const [from, to] = [Date.UTC(year - 3, 0, 1), Date.UTC(year + 1, 0, 1)]
  await until(
    () => app.host.call('performance.read', { accountId, symbol: null, from, to }),
    ({ coverage, currency }) => coverage === 'whole' && currency !== null,
    280_000,
    500,
  )
}

async function open(query: string) {
  await waitForPerformance()
  const opened = await app.open({ viewport })
  await opened.page.getByText(/^(live|market closed)/).waitFor()
  await opened.page.evaluate((hash) => void (location.hash = hash), `#/performance?account=${accountId}${query}`)
  await opened.page.locator('tr[data-figure=end]').waitFor()
  return opened
}

/** Parses the exact value that the page states for a figure, such as `12.5 USD`. */
function exact(text: string): Decimal {
  const known = parseDecimal(text.split(' ')[0] ?? '')
  if (known === null) throw new Error(`not a known figure: ${text}`)
  return known
}

/** The exact figures of the sum that the page states. */
async function readSum(page: Page): Promise<Record<string, Decimal>> {
  const figures = await page
    .locator('tr[data-figure]')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.getAttribute('data-figure') ?? '',
        row.querySelector('td data')?.getAttribute('value') ?? '',
      ]),
    )
  return Object.fromEntries(figures.map(([figure = '', value = '']) => [figure, exact(value)]))
}

test('the figures on screen add up to the last digit, and the contributions add up to the profit', slow, async () => {
  const { page, faults } = await open('&period=3y')
  const { end, ...parts } = await readSum(page)
  expect(sum(Object.values(parts))).toBe(end)
  await page.getByText('The parts add up to the last digit').waitFor()
  const more = page.getByRole('button', { name: /^Show all/ })
  if ((await more.count()) > 0) await more.click()
  const contributions = await page
    .locator('ul[aria-label^="Contribution in"] .amount data')
    .evaluateAll((amounts) => amounts.map((amount) => amount.getAttribute('value') ?? ''))
  expect(contributions.length).toBeGreaterThan(0)
  const { begin, netDeposits } = parts
  expect(sum(contributions.map(exact))).toBe(subtract(subtract(end!, begin!), netDeposits!))
  expect(faults).toEqual([])
})

test('the years of the table add up to the whole period', slow, async () => {
  const { page } = await open('&period=3y')
  const whole = await readSum(page)
  const rows = page.getByRole('grid', { name: 'Performance by year' }).locator('tbody tr')
  await rows.first().waitFor()
  const cells = await rows.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td data')].map((data) => data.getAttribute('value') ?? '')),
  )
  expect(cells.length).toBeGreaterThan(2)
  const column = (index: number): Decimal => sum(cells.map((row) => exact(row[index] ?? '')))
  expect([column(1), column(2), column(4)]).toEqual([whole['netDeposits'], whole['realized'], whole['income']])
  expect(cells.at(-1)?.[0]).toBe(whole['begin'])
  await rows.first().click()
  await page.waitForURL(new RegExp(`period=${year}-01-01`))
})

test('a figure opens its explanation, which leads to the transactions behind it', slow, async () => {
  const { page } = await open('&period=3y')
  await page.getByRole('button', { name: 'How “Income” is calculated' }).click()
  const sheet = page.getByRole('dialog', { name: 'How “Income” is calculated' })
  await sheet.getByText('Transactions', { exact: true }).waitFor()
  expect(await findVisualFaults(page)).toEqual([])
  await page.setViewportSize(viewport)
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: 'How “Income” is calculated' }).click()
  await sheet.getByRole('link', { name: 'Show in the list of transactions' }).click()
  await page.waitForURL(/#\/transactions\?period=\d+\.\.\d+&kind=dividend/)
  await page.locator('main').getByRole('row').nth(1).waitFor()
})

test('period and account stay in the address: back, forward and a reload keep them', slow, async () => {
  const { page } = await open('')
  const period = page.getByRole('radiogroup', { name: 'Period' })
  await period.getByText('3 years', { exact: true }).click()
  await page.waitForURL(/period=3y/)
  await period.getByText('1 year', { exact: true }).click()
  await page.waitForURL(/period=1y/)
  await page.goBack()
  await page.getByRole('radio', { name: '3 years', checked: true }).waitFor({ state: 'attached' })
  await page.goForward()
  await page.getByRole('radio', { name: '1 year', exact: true, checked: true }).waitFor({ state: 'attached' })
  await page.reload()
  await page.getByRole('radio', { name: '1 year', exact: true, checked: true }).waitFor({ state: 'attached' })
  // The accounts arrive after the page.
  const account = page.locator('header select').first()
  await expect.poll(() => account.inputValue(), { timeout: 120_000 }).toBe(accountId)
})

test('the realized lots of a year are listed and saved as CSV on this computer', slow, async () => {
  const { page } = await open(`&period=3y&lots=${year - 1}`)
  const table = page.getByRole('grid', { name: 'Realized lots' })
  await table.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await page.getByText(/lots? were saved to/).waitFor()
})

test(
  'the screen is accessible and fits, dark and narrow, light and wide, by month and without amounts',
  slow,
  async () => {
    const { page, faults } = await open('&period=1y&table=month')
    await page.getByRole('grid', { name: 'Performance by month' }).waitFor()
    expect(await findVisualFaults(page)).toEqual([])
    for (const width of [360, 560, 900, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, ...(await findLayoutFaults(page))]).toEqual([width])
    }
    const { end = '' } = await readSum(page)
    await page.keyboard.press('h')
    await page.locator('tr[data-figure=end]').getByText('•••').waitFor()
    expect(await page.locator('main').innerHTML()).not.toContain(end)
    await page.keyboard.press('h')
    await page.locator('tr[data-figure=end]').getByText('•••').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  },
)

const readHistory = () => app.host.call('equity.history', { accountId, from: 0 })

test('a new installation shows equity and net deposits of all years with their sources', slow, async () => {
  await app.host.call('currencies.setBase', { currency: 'RUB' })
  const { page, faults } = await app.open({ viewport: { width: 1440, height: 900 } })
  await until(
    () => app.host.call('accounts.list'),
    (accounts) => accounts.some(({ id }) => id === accountId),
  )
  const { points, currency, deposits, notDerived } = await until(
    readHistory,
    (read) => read.points.some(({ source }) => source === 'derived'),
    280_000,
    500,
  )
  expect([currency, deposits?.currency, notDerived]).toEqual(['RUB', 'RUB', null])
  expect(points.at(-1)?.source).toBe('recorded')
  expect((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)).toBeGreaterThan(5 * 365 * 86_400_000)
  expect(points.length).toBeLessThan(600)
  const known = points.filter(({ source }) => source === 'derived')
  expect(known.every(({ at, oldestPriceAt }) => oldestPriceAt === null || oldestPriceAt <= at)).toBe(true)
  await page.locator('[aria-label=Accounts] tbody tr').filter({ hasText: accountId }).getByText(accountId).click()
  const figure = page.locator('figure').filter({ hasText: 'Net deposits' })
  await figure.getByText('Derived from transactions').waitFor()
  const caption = await figure.locator('figcaption').innerText()
  expect(caption).toMatch(/Known since[\s\S]*last [\d,.]+\sRUB[\s\S]*net deposits [\d,.]+\sRUB/)
  expect(await findVisualFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test(
  'past equity is not drawn when the transactions differ from the service, and the reason is shown',
  slow,
  async () => {
    const { page } = await app.open()
    await page
      .getByText(/Past equity is not known: the transactions differ from the service in/)
      .waitFor({ timeout: 280_000 })
    await page.getByRole('link', { name: 'Show differences' }).click()
    await page.getByRole('list', { name: 'Differences' }).waitFor()
  },
)
