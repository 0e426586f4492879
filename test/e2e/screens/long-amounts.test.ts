import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { decimalOf } from '../../../src/shared/decimal.ts'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { findMisfits } from '../rig/misfits.ts'
import { openByAddress } from '../rig/open-screen.ts'

const app = useApp()
const isLoaded = async (): Promise<boolean> => {
  const scope = { accountId: null, symbol: null, from: 0, to: Date.now(), isQuick: true }
  return (await app.host.call('performance.read', scope)).coverage === 'whole'
}

/**
 * Runs in the page: makes every amount of an answer a thousand times as large, as amounts in some currencies are. Prices, rates
 * and shares keep their value, so that only what they are multiplied to becomes longer.
 */
function enlargeAmounts(): void {
  const isOther = (key: string): boolean =>
    /price|rate|last|bid|ask|open|high|low|close|percent|average|share/i.test(key)
  const enlarge = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^(-?[1-9]\d*)(\.\d+)$/, '$1234$2')
    if (Array.isArray(value)) return value.map(enlarge)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isOther(key) ? part : enlarge(part)]))
  }
  const { json } = Response.prototype
  Response.prototype.json = async function (this: Response) {
    return enlarge(await json.call(this))
  }
}

/** A window in which all amounts are long. */
async function openLong(width: number): Promise<Page> {
  await until(isLoaded, (loaded) => loaded)
  const { page } = await app.open({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  await page.addInitScript(enlargeAmounts)
  await page.reload()
  await page.getByText(/^(live|market closed)/).waitFor()
  return page
}

test.each([360, 640, 900])('amounts of many digits fit into %i px', async (width) => {
  expect(await findMisfits(await openLong(width))).toEqual({})
})

test('the results of an instrument and a difference in cash do not reach into each other', async () => {
  await until(isLoaded, (loaded) => loaded)
  const [position] = await app.host.call('positions.list', { accountId: null })
  const { accountId, symbol } = position!
  await app.host.call('reconciliation.setOpening', {
    accountId,
    symbol: null,
    currency: 'RUB',
    amount: decimalOf(12_345),
  })
  for (const width of [360, 900]) {
    const page = await openLong(width)
    await openByAddress(page, `instrument/${encodeURIComponent(symbol)}`)
    await page.getByRole('region', { name: 'Since the first transaction' }).getByText('Taxes').waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
    await openByAddress(page, 'reconciliation')
    await page.getByText('Cash in RUB').first().waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
  }
})
