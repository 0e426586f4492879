import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { multiply, type Decimal } from '#shared/decimal.ts'
import type { AlertDraft } from '#shared/model/alert.ts'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { startConnected } from './rig/connected.ts'
import { NotificationStandIn } from './rig/notification-stand-in.ts'

let broker: DemoBroker
let service: NotificationStandIn
let app: ElectronApplication
let page: Page
let close: () => Promise<void>
let declaredAt = -Infinity
let symbol: string
let busAddress: string

beforeAll(async () => {
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
  // The first suggested symbol is an index.
  symbol = broker.suggestedSymbols[1]!
  ;({ standIn: service, app, page, close, busAddress } = await startConnected(broker, NotificationStandIn))
})
afterAll(async () => {
  await close?.()
  await broker?.close()
})

const times = (factor: string) => multiply(broker.market.price(symbol) as Decimal, factor as Decimal)

const draftOf = (condition: AlertDraft['condition'], note = ''): AlertDraft => ({
  ...{ condition, note, isEnabled: true, repeats: false, hysteresis: null, coolDownMinutes: 0, expiresAt: null },
})
/** Adds a rule that fires at once, because the equity of the accounts is above the threshold. */
const equityAbove = (threshold: string) =>
  call(page, 'alerts.save', {
    id: null,
    draft: draftOf({
      ...{ kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'above' },
      threshold: threshold as Decimal,
    }),
  })

/** Declares the price as visible, as a window does; the declaration expires after 45 s. */
const keepVisible = async () => {
  if (performance.now() - declaredAt < 10_000) return
  declaredAt = performance.now()
  await call(page, 'attention.set', { viewId: 'test', symbols: [symbol], isVisible: true })
}

const shownAfter = (count: number, withinMs = 45_000) =>
  until(
    async () => (await keepVisible(), service.shown.slice(count)),
    (shown) => shown.length > 0,
    withinMs,
  )

test('a price that crosses its threshold shows a notification, and a click opens the instrument', async () => {
  broker.market.setPrice(symbol, times('1'))
  const { rule } = await call(page, 'alerts.save', {
    id: null,
    draft: draftOf({ kind: 'price', symbol, direction: 'above', threshold: times('1.05') }, 'R&D <soon>'),
  })
  await until(
    async () => (
      await keepVisible(),
      (await call(page, 'alerts.list')).find((row) => row.rule.id === rule.id)?.reading
    ),
    (reading) => reading?.isBeyond === false,
  )
  expect(service.shown).toEqual([])
  broker.market.setPrice(symbol, times('1.1'))
  // In the first minute after connecting the budget is used for first reads.
  const [shown] = await shownAfter(0, 100_000)
  const name = broker.market.catalog.list.find((instrument) => instrument.symbol === symbol)?.name
  expect(shown?.title.startsWith(`${name} at or above`)).toBe(true)
  expect(shown?.body).toMatch(/Last [\d.,]+/)
  // The desktop interprets markup: the user's text must be escaped.
  expect(shown?.body).toContain('R&amp;D &lt;soon&gt;')
  expect(shown?.actions).toEqual(['default', 'Open', '0', 'Snooze for 1 hour'])
  service.invoke(shown!.id, 'default')
  await page.waitForURL((url) => url.hash === `#/instrument/${encodeURIComponent(symbol)}`)
  await until(
    async () => (await call(page, 'notices.list', { limit: 10 })).unread,
    (unread) => unread === 0,
  )
})

test('the button of a notification snoozes the alert for an hour', async () => {
  const before = service.shown.length
  const { rule } = await equityAbove('999')
  const [shown] = await shownAfter(before)
  service.invoke(shown!.id, '0')
  const row = await until(
    async () => (await call(page, 'alerts.list')).find((alert) => alert.rule.id === rule.id),
    (found) => found?.snoozedUntil != null,
  )
  expect(row?.status).toBe('snoozed')
  expect(row?.snoozedUntil).toBeGreaterThan(Date.now() + 50 * 60_000)
})

test('in silent hours nothing is shown; afterwards one summary with hidden amounts opens the alert history', async () => {
  const minute = (at: number) => new Date(at).toTimeString().slice(0, 5)
  const now = Date.now()
  await call(page, 'settings.write', {
    hideAmounts: true,
    silentHours: { from: minute(now - 3_600_000), to: minute(now + 3_600_000) },
  })
  const before = service.shown.length
  await call(page, 'notices.read', { id: null })
  await equityAbove('123456')
  await equityAbove('123457')
  const notified = await until(
    () => call(page, 'notices.list', { limit: 10 }),
    ({ unread }) => unread >= 2,
  )
  // Notices are collected for up to four seconds before the app decides whether to show them.
  const collectedAt = Date.now() + 4_000
  await until(
    () => Date.now(),
    (at) => at > collectedAt,
  )
  expect(service.shown.slice(before)).toEqual([])
  await call(page, 'settings.write', { silentHours: null })
  const [shown, ...others] = await shownAfter(before)
  expect(others).toEqual([])
  expect(shown?.title).toBe(`${notified.unread} alerts during silent hours`)
  expect(shown?.body).toContain('Equity of all accounts at or above •••')
  expect(shown?.body).not.toContain('123')
  service.invoke(shown!.id, 'default')
  await page.waitForURL(/#\/alerts/)
  expect((await call(page, 'notices.list', { limit: 10 })).unread).toBe(notified.unread)
})

test('several alerts at once become one notification that opens the alert history', async () => {
  const before = service.shown.length
  for (const threshold of ['1000', '1001', '1002']) await equityAbove(threshold)
  const [shown, ...others] = await shownAfter(before)
  expect(others).toEqual([])
  expect(shown).toMatchObject({ title: '3 alerts', actions: ['default', 'Open'] })
  expect(shown?.body.split('\n')).toHaveLength(3)
})

test('a click or a close signal that another program of the session sends is ignored', async () => {
  await page.evaluate(() => void (location.hash = '#/health'))
  const before = service.shown.length
  const { rule } = await equityAbove('2')
  const [shown] = await shownAfter(before)
  const otherProgram = new NotificationStandIn(busAddress)
  await otherProgram.sendForeignSignals(service.app, shown!.id)
  otherProgram.close()
  await call(page, 'app.read')
  expect(new URL(page.url()).hash).toBe('#/health')
  // The notification is still open, so a click from the real service works.
  service.invoke(shown!.id, 'default')
  await page.waitForURL((url) => url.hash !== '#/health')
  await call(page, 'alerts.remove', { id: rule.id })
})

test('closing the window for the first time shows where the app is now', async () => {
  const before = service.shown.length
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const [shown] = await shownAfter(before)
  expect(shown?.title).toBe('Tidemark is still running')
})
