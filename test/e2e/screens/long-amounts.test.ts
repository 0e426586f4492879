import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { decimalOf } from '#shared/decimal.ts'
import { until } from '../../fakes/until.ts'
import { useApp } from '../rig/app.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { openWithAmounts } from '../rig/long-amounts.ts'
import { openByAddress } from '../rig/open-screen.ts'
import { findFaultsByScreen } from '../rig/screen-faults.ts'

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

/** A window in which all amounts are long. */
async function openLong(width: number, size = '98765432109.87'): Promise<Page> {
  await until(isLoaded, (loaded) => loaded)
  const page = await openWithAmounts(app, size, { viewport: { width, height: 900 } })
  await page.getByText(/^(live|market closed)/).waitFor()
  return page
}

test('amounts of many digits fit into 360, 640 and 900 px', async () => {
  const sizes = [360, 640, 900].map((width) => ({ width, height: 900 }))
  expect(await findFaultsByScreen(await openLong(900), sizes)).toEqual({})
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
