import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { parseDecimal, subtract, sum, type Decimal } from '#shared/decimal.ts'
import { until } from '../fakes/until.ts'
import { useApp } from './rig/app.ts'
import { findVisualFaults } from './rig/browser.ts'
import { openByKeys, pressEach } from './rig/open-screen.ts'

const app = useApp()
const viewport = { width: 1440, height: 900 }
const accountId = '1900001'
const shock = (percent: string) => ({ by: 'all' as const, key: null, percent: parseDecimal(percent)! })
const stress = (percent: string) => app.host.call('margin.stress', { accountId, shocks: [shock(percent)] })

/** A stress result needs the currency of the account, and an open window makes the app read that first. */
beforeAll(async () => {
  const { page } = await app.open({ viewport })
  await page.getByText(/^(live|market closed)/).waitFor()
  await until(
    () => stress('-10'),
    ({ after }) => after !== null,
    200_000,
    500,
  )
})

/** Opens the screen by its keys and waits until it is loaded. */
async function open(): Promise<{ page: Page; faults: readonly string[] }> {
  const watched = await app.open({ viewport })
  const { page } = watched
  await page.getByText(/^(live|market closed)/).waitFor()
  await openByKeys(page, 'margin', () => pressEach(page, 'g', 'm'))
  await page.getByRole('heading', { name: 'What if prices move' }).waitFor({ timeout: 120_000 })
  return watched
}
const after = (page: Page, figure: string) =>
  page.getByRole('group', { name: 'After these moves' }).getByRole('row').filter({ hasText: figure }).innerText()

test('the keyboard moves the slider, slider and typed percentage follow each other, and the figures follow both', async () => {
  const { page, faults } = await open()
  const before = await after(page, 'Equity')
  const slider = page.getByRole('slider', { name: 'Move of all prices' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const percent = page.getByLabel('Move of all prices in percent')
  expect(await percent.inputValue()).toBe('-11')
  await expect.poll(() => after(page, 'Equity'), { timeout: 30_000 }).not.toBe(before)
  await percent.fill('-100')
  await expect.poll(() => slider.inputValue(), { timeout: 30_000 }).toBe('-100')
  expect(await findVisualFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a set of moves is saved and available after a restart', async () => {
  const { page } = await open()
  await page.getByLabel('Move of all prices in percent').fill('-35')
  await page.getByRole('button', { name: 'Saved moves' }).click()
  await page.getByRole('button', { name: 'Save these moves' }).click()
  await page.getByLabel('Name').fill('Deep fall')
  await page.getByRole('dialog', { name: 'Save these moves' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Deep fall' }).waitFor()
  await app.restart()
  const restarted = await open()
  await restarted.page.getByRole('button', { name: 'Saved moves' }).click()
  await restarted.page.getByRole('button', { name: 'Deep fall', exact: true }).click()
  await expect.poll(() => restarted.page.getByLabel('Move of all prices in percent').inputValue()).toBe('-35')
})

test('the contributions and the figures after a move add up to the last digit', async () => {
  await open()
  const read = await stress('-10')
  const known = (values: readonly (Decimal | null)[]): Decimal[] => values.filter((value) => value !== null)
  const covered = read.positions.filter(({ notCovered }) => notCovered === null)
  expect(covered.length).toBeGreaterThan(10)
  expect(sum(known(covered.map(({ share }) => share)))).toBe('1')
  expect(sum(known(covered.map(({ exposure }) => exposure)))).toBe(subtract(read.signedValue!, read.movingRequirement!))
  const [valuesBefore, valuesAfter] = [covered.map(({ value }) => value), covered.map(({ valueAfter }) => valueAfter)]
  expect(read.after?.equity).toBe(sum([read.equity!, subtract(sum(known(valuesAfter)), sum(known(valuesBefore)))]))
  expect(read.after?.distance).toBe(subtract(read.after!.equity, read.after!.requirement))
})

test('the distance is recorded while the app runs, and the overview links to the margin of the account', async () => {
  const { page } = await open()
  await expect
    .poll(async () => (await app.host.call('margin.history', { accountId, from: 0 })).points.length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  await page.setViewportSize({ width: 1900, height: 900 })
  await page.evaluate(() => void (location.hash = '#/overview'))
  await page.getByRole('grid', { name: 'Accounts' }).locator('a[href^="#/margin"]').click()
  await page.getByRole('heading', { name: 'Distance over time' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Account', exact: true }).inputValue()).toBe(accountId)
})
