import type { BrowserContext, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { useApp } from './rig/app.ts'
import { findAccessibilityFaults, openPage } from './rig/browser.ts'

const app = useApp()
let context: BrowserContext
let page: Page
let faults: readonly string[]
let symbol: string

beforeAll(async () => {
  context = await app.windows.makeContext()
  ;({ page, faults } = await openPage(context, await app.host.issueUrl()))
  await page.getByText(/^(live|market closed)/).waitFor()
  await page.evaluate(() => void (location.hash = '#/alerts'))
})
const wait = { timeout: 120_000 }

test('a price alert is created by keyboard alone, says that it will fire at once, fires, and appears in the history', async () => {
  symbol = (await app.host.call('watchlists.list'))[0]?.symbols[0] ?? ''
  const last = async () => (await app.host.call('quotes.list', { symbols: [symbol] }))[0]?.quote?.last
  await expect.poll(last, wait).toBeTruthy()
  await page.getByText('No alerts yet').waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Price reached' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Choose an instrument').waitFor()
  await dialog.getByRole('combobox', { name: 'Instrument' }).pressSequentially(symbol)
  await dialog.getByRole('option', { name: symbol }).first().waitFor(wait)
  await dialog.getByRole('combobox', { name: 'Instrument' }).press('Enter')
  await dialog.getByLabel('Price').fill('0.0001')
  await dialog.getByLabel('Note').fill('always true')
  await dialog.getByText('It will fire immediately').waitFor(wait)
  expect(await findAccessibilityFaults(page)).toEqual([])
  // In a low window the preview of the alert and the button that creates it stay visible.
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 760, height: 480 })
  for (const part of [
    dialog.getByText('It will fire immediately'),
    dialog.getByRole('button', { name: 'Create alert' }),
  ]) {
    const box = await part.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(480)
  }
  await page.setViewportSize(size)
  await dialog.getByRole('button', { name: 'Create alert' }).press('Enter')
  const history = page.getByRole('list', { name: 'Alert history' })
  await history.getByText('always true').waitFor(wait)
  await history.getByText(/^Last/).waitFor()
  const { rows, unread } = await app.host.call('notices.list', { limit: 10 })
  expect(rows).toMatchObject([{ condition: { kind: 'price', symbol }, facts: [{ label: { code: 'last' } }] }])
  expect(unread).toBe(1)
  await page.getByText('fired', { exact: true }).waitFor()
  expect(await findAccessibilityFaults(page)).toEqual([])
})

test('after a restart no alert fires twice for the same data, and alerts fire for new data', async () => {
  const equityAbove = (threshold: string) => ({
    condition: {
      ...{ kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'above' },
      threshold,
    },
    ...{ note: threshold, isEnabled: true, repeats: true, hysteresis: null, coolDownMinutes: 0, expiresAt: null },
  })
  const notes = async () => (await app.host.call('notices.list', { limit: 10 })).rows.map(({ note }) => note)
  const readAt = async () => (await app.host.call('overview.read', { accountId: null })).asOf ?? 0
  await app.host.request('alerts.save', { id: null, draft: equityAbove('1') })
  await expect.poll(notes, wait).toEqual(['1', 'always true'])
  const before = await readAt()
  await app.restart()
  // Both the rule that has fired and the new rule check the new data, whether a market is open or closed.
  await app.host.call('sync.now', { job: 'accounts' })
  await expect.poll(readAt, wait).toBeGreaterThan(before)
  await app.host.request('alerts.save', { id: null, draft: equityAbove('2') })
  await expect.poll(notes, wait).toEqual(['2', '1', 'always true'])
  for (const { rule } of await app.host.call('alerts.list'))
    if (rule.note !== 'always true') await app.host.call('alerts.remove', { id: rule.id })
  await page.close()
  ;({ page, faults } = await openPage(context, await app.host.issueUrl()))
  await page.evaluate(() => void (location.hash = '#/alerts'))
  await page.getByRole('list', { name: 'Alert history' }).getByText('always true').waitFor(wait)
})

test('in a low window, a sheet opens above its button', async () => {
  const button = page.getByRole('list', { name: 'Alerts' }).getByRole('button', { name: /^Snooze/ })
  const box = await button.boundingBox()
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, height: Math.ceil(box!.y + box!.height + 60) })
  await button.press('Enter')
  const sheet = page.locator('[popover]:popover-open')
  const edges = () =>
    sheet.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return {
        isAbove: bottom <= innerHeight - 60,
        isInView: top >= 0,
        hidden: element.scrollHeight - element.clientHeight,
      }
    })
  await expect.poll(edges, wait).toEqual({ isAbove: true, isInView: true, hidden: 0 })
  await page.keyboard.press('Escape')
  await page.setViewportSize(size)
  await button.press('Enter')
  expect((await sheet.boundingBox())!.y).toBeGreaterThan((await button.boundingBox())!.y)
  await page.keyboard.press('Escape')
})

test('a rule is snoozed, switched off, changed, and deleted after a confirmation', async () => {
  const rule = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  const tops = await rule
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y))
  expect([tops.length, new Set(tops).size]).toEqual([4, 1])
  await rule.getByRole('button', { name: /^Snooze/ }).press('Enter')
  await page.getByRole('button', { name: /^1 hour/ }).press('Enter')
  await rule.getByText(/^snoozed until/).waitFor()
  // The button that was pressed is gone: the focus is on the one in its place.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focused).toMatch(/^End snooze/)
  await rule.getByRole('button', { name: /^Switch off/ }).press('Enter')
  await rule.getByText('off', { exact: true }).waitFor()
  await rule.getByRole('button', { name: /^Edit/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price').fill('1000000000')
  await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
  await rule.getByText(/1,000,000,000/).waitFor()
  await rule.getByRole('button', { name: /^Delete/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('No alerts yet').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect.poll(async () => (await app.host.call('notices.list', { limit: 10 })).unread, wait).toBe(0)
  expect(faults).toEqual([])
})
