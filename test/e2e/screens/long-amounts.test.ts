import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { decimalOf } from '../../../src/shared/decimal.ts'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { findFaultsByScreen } from '../rig/screen-faults.ts'
import { openByAddress } from '../rig/open-screen.ts'

const app = useApp()
const readPositions = () => app.host.call('positions.list', { accountId: null })
/** At first there is no account, and the history of none is whole. Opened screens use up the requests that it needs. */
const isLoaded = async (): Promise<boolean> => {
  const histories = await app.host.call('transactions.coverage')
  if (histories.length === 0 || !histories.every(({ isComplete }) => isComplete)) return false
  const scope = { accountId: null, symbol: null, from: 0, to: Date.now(), isQuick: true }
  const { coverage } = await app.host.call('performance.read', scope)
  return coverage === 'whole' && (await readPositions()).length > 0
}

/**
 * Runs in the page: gives every amount of an answer this size, whatever it is at the moment, because amounts are that long in
 * some currencies. Its sign, and prices, quantities, rates and shares, stay as they are.
 */
function enlargeAmounts(size: string): void {
  const isOther = (key: string): boolean =>
    /ids?$|price|rate|yield|last|bid|ask|open|high|low|close|percent|average|share|quantity|lots|size|volume|stated|change|next|step/i.test(
      key,
    )
  const enlarge = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^(-?)\d+(\.\d+)?$/, `$1${size}`)
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
async function openLong(width: number, size = '98765432109.87'): Promise<Page> {
  await until(isLoaded, (loaded) => loaded)
  const { page } = await app.open({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  await page.addInitScript(enlargeAmounts, size)
  await page.reload()
  await page.getByText(/^(live|market closed)/).waitFor()
  // The equity.
  await page
    .getByText(/^\d+(,\d{3}){3,}\.\d\d.RUB$/)
    .first()
    .waitFor()
  return page
}

test.each([360, 640, 900])('amounts of many digits fit into %i px', async (width) => {
  expect(await findFaultsByScreen(await openLong(width))).toEqual({})
})

test('results of an instrument and a difference in cash do not reach into each other, with even longer amounts', async () => {
  await until(isLoaded, (loaded) => loaded)
  const [position] = await readPositions()
  const { accountId, symbol } = position!
  await app.host.call('reconciliation.setOpening', {
    accountId,
    symbol: null,
    currency: 'RUB',
    amount: decimalOf(12_345),
  })
  for (const width of [360, 900]) {
    const page = await openLong(width, '9876543210987.65')
    await openByAddress(page, `instrument/${encodeURIComponent(symbol)}`)
    await page.getByRole('region', { name: 'Since the first transaction' }).getByText('Taxes').waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
    await openByAddress(page, 'reconciliation')
    await page.getByText('Cash in RUB').first().waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
  }
})
