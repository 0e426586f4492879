import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { openWithAmounts } from '../rig/long-amounts.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { findLastingFaults } from '../rig/screen-faults.ts'

const app = useApp()

/** Opens the first bond of the positions. */
async function openBond(page: Page): Promise<void> {
  await openByAddress(page, 'positions')
  await page.locator('input[type=search]').fill('ОФЗ')
  const rows = page.getByRole('treegrid').locator('tbody tr')
  await rows.and(page.locator('.holding')).first().locator('button').first().click()
  await rows.and(page.locator('.bond')).first().waitFor()
}

async function openRates(page: Page): Promise<void> {
  await page.locator('main').getByRole('button', { name: /курс/ }).first().click()
  await page.locator(':popover-open').waitFor()
}

async function openTradingParameters(page: Page): Promise<void> {
  await openByAddress(page, 'instrument/SU26204RMFS1%40MISX')
  await page.getByRole('columnheader', { name: 'Шорт' }).waitFor()
}

const openTotals = (name: string) => async (page: Page) => {
  await openByAddress(page, 'transactions')
  await page.getByRole('button', { name, exact: true }).click()
  await page.locator(':popover-open td').first().waitFor()
}

test.each([
  ['the facts of a bond', openBond],
  ['the rates of a total', openRates],
  ['the totals by kind', openTotals('По видам')],
  ['the totals by month', openTotals('По месяцам или годам')],
  ['the trading parameters of an instrument', openTradingParameters],
])('in Russian, opened %s fit into 360, 640, 900 and 1280 px', async (_, open) => {
  const setLanguage = async (language: 'en' | 'ru') => void (await app.host.call('settings.write', { language }))
  onTestFinished(() => setLanguage('en'))
  await setLanguage('ru')
  await app.host.call('currencies.setBase', { currency: 'RUB' })
  const page = await openWithAmounts(app, '98765432109.87', { viewport: { width: 360, height: 900 } })
  await page.locator('html[lang=ru]').waitFor()
  await open(page)
  const found: Record<number, readonly string[]> = {}
  for (const width of [360, 640, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    found[width] = await findLastingFaults(page)
  }
  expect(found).toEqual({ 360: [], 640: [], 900: [], 1280: [] })
})
