import { expect, test } from 'vitest'
import { sum } from '#shared/decimal.ts'
import { until } from '../fakes/until.ts'
import { useApp } from './rig/app.ts'
import { findVisualFaults } from './rig/browser.ts'

const app = useApp()

test(
  'the user sets a base currency, and the overview shows one total with the rates used',
  { timeout: 300_000 },
  async () => {
    const { page, faults } = await app.open({ viewport: { width: 1280, height: 860 } })
    await page.getByText(/^(live|market closed)/).waitFor()
    await until(
      () => app.host.call('currencies.read'),
      ({ equity }) => equity.length > 0 && equity.every(({ currency }) => currency?.currency === 'RUB'),
      180_000,
    )
    await page.evaluate(() => void (location.hash = '#/settings'))
    await page.getByRole('combobox', { name: 'Base currency' }).selectOption('USD')
    await page.getByText(/^1 RUB = 0\.\d+ USD$/).waitFor({ timeout: 120_000 })
    await until(
      () => app.host.call('overview.read', { accountId: null }),
      ({ total, day }) => total?.notConverted.length === 0 && day?.notConverted.length === 0,
      120_000,
    )
    expect(await findVisualFaults(page)).toEqual([])

    await page.evaluate(() => void (location.hash = '#/overview'))
    const totals = page.getByRole('region', { name: 'Totals' })
    await totals
      .getByText(/^[\d,.]+\sUSD$/)
      .first()
      .waitFor()
    await totals.getByRole('button', { name: /^\d rates?$/ }).click()
    const rates = page.getByRole('dialog', { name: 'Rates to USD' })
    await rates.getByText(/^1 RUB = 0\.\d+ USD$/).waitFor()
    // Another currency may be converted with the same instrument.
    await rates.getByRole('link', { name: 'USDRUB@_FX24' }).first().waitFor()
    expect(await findVisualFaults(page)).toEqual([])

    const { total } = await app.host.call('overview.read', { accountId: null })
    expect(total?.currency).toBe('USD')
    expect(sum(total?.parts.map(({ converted }) => converted) ?? [])).toBe(total?.amount)

    await page.evaluate(() => void (location.hash = '#/positions'))
    await page.getByRole('columnheader', { name: 'Value in USD' }).waitFor()
    expect(await findVisualFaults(page)).toEqual([])
    expect(faults).toEqual([])
  },
)
