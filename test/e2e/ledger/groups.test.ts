import { expect, test } from 'vitest'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { findAccessibilityFaults } from '../rig/browser.ts'
import { findLayoutFaults } from '../rig/fit.ts'
import { eventually, useTransactions } from '../rig/transactions-page.ts'

const { app, open } = useTransactions()

const symbol = 'WRLD@ARCX'
const hash = `#/transactions?account=1900001&symbol=${encodeURIComponent(symbol)}&category=INCOME`
const filter: TransactionFilter = {
  conditions: [
    { field: 'account', values: ['1900001'], isNot: false },
    { field: 'symbol', values: [symbol], isNot: false },
    { field: 'category', values: ['INCOME'], isNot: false },
  ],
  text: '',
}

/** The cancelled dividend of the demo, and the dividend above it, which is paid again. */
async function readPair() {
  const request = { filter, direction: 'newest', after: null, limit: 50 } as const
  const { rows } = await app.host.call('transactions.page', request)
  const index = rows.findIndex(({ transaction }) => transaction.name.startsWith('Отмена выплаты'))
  expect(index).toBeGreaterThan(0)
  return { index: index - 1, pair: rows.slice(index - 1, index + 1) }
}

test('two transactions are grouped by keyboard, taken apart, and are again what they were', async () => {
  const { page, faults } = await open(hash)
  const { index, pair } = await readPair()
  const ids = pair.map(({ transaction }) => transaction.id)
  const readDetails = () =>
    Promise.all(ids.map((id) => app.host.call('transactions.detail', { accountId: '1900001', id })))
  const before = await readDetails()
  const grouped = [
    { kind: 'reversal', kindRule: 'person', group: { kind: 'reversal', costShare: null } },
    { kind: 'reversal', kindRule: 'person' },
  ]

  const grid = page.getByRole('grid')
  await eventually(() => grid.getByRole('row').filter({ hasText: 'Отмена выплаты' }).count()).toBe(1)
  await grid.focus()
  await page.keyboard.press('Home')
  for (let row = 0; row < index; row++) await page.keyboard.press('ArrowDown')
  for (const key of ['Space', 'Shift+ArrowDown', 'Control+g']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'These belong together' })
  await dialog.waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  await page.keyboard.press('Home')
  await dialog.getByText('These transactions are no split').waitFor()
  await page.keyboard.press('End')
  const make = dialog.getByRole('button', { name: 'Make 1 group' })
  await eventually(() => make.isEnabled()).toBe(true)
  expect(await findAccessibilityFaults(page)).toEqual([])
  await make.press('Enter')
  const status = page.getByRole('status')
  await status.filter({ hasText: '1 group made.' }).waitFor()
  await eventually(readDetails).toMatchObject(grouped)
  expect(await app.host.call('transactions.groups')).toMatchObject([{ rowIds: ids.toSorted(), kind: 'reversal' }])

  await eventually(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Transaction' })
  await detail.getByText('Reversal, with 1 other transaction:').waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await detail.getByRole('button', { name: 'Take apart' }).press('Enter')
  const takenApart = status.filter({ hasText: 'The group is taken apart.' })
  await takenApart.waitFor()
  await eventually(readDetails).toEqual(before)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  // Until all kinds are found, the buttons are busy.
  await takenApart.waitFor({ state: 'hidden' })
  await eventually(readDetails).toMatchObject(grouped)
  await detail.getByRole('button', { name: 'Take apart' }).press('Enter')
  await eventually(readDetails).toEqual(before)
  expect(await app.host.call('transactions.groups')).toEqual([])
  expect(faults).toEqual([])
})

test('in Russian, the dialog and the details of a group fit into 360, 640 and 1280 px', async () => {
  await app.host.call('settings.write', { language: 'ru' })
  try {
    const { pair } = await readPair()
    const draft = { accountId: '1900001', rowIds: pair.map(({ transaction }) => transaction.id), costShare: null }
    const { page } = await app.open({ viewport: { width: 360, height: 900 }, reducedMotion: 'reduce' })
    await page.evaluate((to) => void (location.hash = to), hash)
    const grid = page.getByRole('grid')
    await grid.getByRole('row').nth(3).waitFor()
    await grid.focus()
    for (const key of ['Home', 'Space', 'Shift+ArrowDown', 'Control+g']) await page.keyboard.press(key)
    await page.getByRole('combobox', { name: 'Что это' }).selectOption('spin-off')
    const found: Record<string, readonly string[]> = {}
    const measure = async (what: string) => {
      for (const width of [360, 640, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        found[`${what} ${width}`] = await findLayoutFaults(page)
      }
    }
    await measure('dialog')
    await page.keyboard.press('Escape')
    const { ids } = await app.host.call('transactions.group', { groups: [{ ...draft, kind: 'reversal' }] })
    await grid.press('Enter')
    await measure('details')
    await app.host.call('transactions.ungroup', { ids })
    expect(Object.values(found).flat()).toEqual([])
  } finally {
    await app.host.call('settings.write', { language: 'en' })
  }
})
