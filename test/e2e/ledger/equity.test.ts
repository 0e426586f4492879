import { expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { findVisualFaults } from '../rig/browser.ts'

const app = useApp('typical')
/** An account of the demo in one currency, whose transactions agree with the service. */
const accountId = 'TRQD05:989213'
const slow = { timeout: 300_000 }

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
