import { expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { openByKeys, pressEach } from '../rig/open-screen.ts'

const app = useApp()
const open = () => app.open({ viewport: { width: 1280, height: 900 } })

test('a click on the profit of the day shows its parts, which add up to it', async () => {
  const { page, faults } = await open()
  await page.locator('main').getByTitle('Why did it move?').first().click()
  const parts = page.getByRole('grid', { name: 'Parts of the profit of the day' })
  await parts.waitFor()
  expect(new URL(page.url()).hash).toBe('#/day')
  const read = () =>
    parts
      .locator('tbody tr')
      .first()
      .locator('data')
      .evaluateAll((figures) => figures.map((figure) => Number((figure.getAttribute('value') ?? '').split(' ')[0])))
  // On a first start the accounts are read while the screen is open.
  const [stated = Number.NaN, ...rest] = await until(read, ({ length }) => length > 1, 60_000)
  expect(rest.reduce((total, part) => total + part, 0)).toBeCloseTo(stated, 6)
  await page.getByRole('grid', { name: 'Profit of the day by position' }).waitFor()
  expect(faults).toEqual([])
})

test('a click on the chart of equity shows a link to the day, which opens it', async () => {
  const { page, faults } = await open()
  const plot = page.getByRole('region', { name: 'Equity' }).locator('canvas')
  await plot.waitFor()
  const box = await plot.boundingBox()
  await plot.click({ position: { x: (box?.width ?? 400) / 2, y: 80 } })
  await page.getByRole('link', { name: /^Open \d/ }).click()
  // The curve of a new installation may contain only today.
  await page.getByLabel('Day (UTC)').waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#\/day\/\d{4}-\d{2}-\d{2}$/)
  expect(faults).toEqual([])
})

test('a past day is chosen and compared by keyboard, and the switch shows what was known then', async () => {
  const { page, faults } = await open()
  await page.getByText(/^(live|market closed)/).waitFor()
  await openByKeys(page, 'day', () => pressEach(page, 'g', 'y'))
  await page.getByLabel('Day (UTC)').fill('2026-03-02')
  await page.getByLabel('Day (UTC)').press('Enter')
  await page.getByText('at the end of the day in UTC').waitFor()
  await page.getByLabel('Compare with').fill('2 Feb 2026')
  await page.getByLabel('Compare with').press('Enter')
  await page.getByRole('heading', { name: /^What changed from 2 Feb 2026 to 2 Mar 2026$/ }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/day/2026-03-02?from=2026-02-02')
  await page.getByRole('radio', { name: 'As known then' }).press('Space')
  await page
    .getByText(/not all earlier transactions had been read|not all loaded/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})
