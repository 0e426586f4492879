import type { BrowserContext, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'
import { openPage } from '../rig/browser.ts'

interface Seen {
  readonly title: string
  readonly body: string
}

const app = useApp({ browser: 'complete' })
let context: BrowserContext
let page: Page
let faults: readonly string[]

beforeAll(async () => {
  context = await app.windows.makeContext()
  // The browser's notifications are recorded, because a test cannot read them in another way.
  await context.addInitScript(() => {
    const shown: Notification[] = []
    class RecordedNotification extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        shown.push(this)
      }
    }
    Object.assign(globalThis, { Notification: RecordedNotification, shown })
  })
  ;({ page, faults } = await openPage(context, await app.host.issueUrl()))
  await page.getByText(/^(live|market closed)/).waitFor()
})

const wait = { timeout: 120_000 }
const shown = (): Promise<Seen[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { shown: Notification[] }).shown.map(({ title, body }) => ({ title, body })),
  )
const equityAbove = (threshold: string) =>
  app.host.request('alerts.save', {
    id: null,
    draft: {
      condition: {
        ...{ kind: 'account', accountId: null, figure: 'equity', currency: null, direction: 'above' },
        threshold,
      },
      ...{ note: '', isEnabled: true, repeats: false, hysteresis: null, coolDownMinutes: 0, expiresAt: null },
    },
  })
/** Alerts within three seconds are shown together: after this wait, a notification that is not shown will not come. */
async function waitForGrouping(): Promise<void> {
  const groupedAt = Date.now() + 4_500
  await expect.poll(() => Date.now(), { timeout: 120_000 }).toBeGreaterThan(groupedAt)
}
const unread = async () => (await app.host.call('notices.list', { limit: 10 })).unread

test('a browser without permission shows no notification, but the alert history has the alert', async () => {
  await equityAbove('1')
  await expect.poll(unread, wait).toBe(1)
  await waitForGrouping()
  await page.evaluate(() => void (location.hash = '#/settings'))
  await page.getByText('Show notifications', { exact: true }).waitFor()
  expect(await shown()).toEqual([])
})

test('after permission by a button the browser shows new alerts; a click opens the screen of the alert and marks it as read', async () => {
  await context.grantPermissions(['notifications'], { origin: app.host.origin })
  const button = page.getByRole('button', { name: 'Show notifications in this browser' })
  if (await button.isVisible()) await button.click()
  else await page.reload()
  await page.getByText('Notifications are on in this browser').waitFor()
  const before = await unread()
  await equityAbove('3')
  await expect.poll(async () => (await shown()).length, wait).toBe(1)
  const [notification] = await shown()
  expect(notification?.title).toMatch(/^Equity of all accounts at or above 3\.00/)
  expect(notification?.body).toMatch(/Equity .*\d/)
  await page.evaluate(() => {
    const [first] = (globalThis as unknown as { shown: Notification[] }).shown
    first?.dispatchEvent(new Event('click'))
  })
  await page.waitForURL(/#\/overview$/)
  await expect.poll(unread, wait).toBe(before)
})

test('with amounts hidden, notifications show no amounts', async () => {
  await app.host.call('settings.write', { hideAmounts: true })
  await equityAbove('4')
  const hidden = async () => (await shown()).filter(({ title }) => title === 'Equity of all accounts at or above •••')
  await expect.poll(async () => (await hidden()).length, wait).toBe(1)
  expect((await hidden())[0]?.body).toBe('Equity •••')
  expect(faults).toEqual([])
})

test('no notification is shown while the setting is off; after it is on again, only new alerts are shown', async () => {
  const before = (await shown()).length
  const known = await unread()
  await app.host.call('settings.write', { notifies: false })
  await equityAbove('5')
  await expect.poll(unread, wait).toBe(known + 1)
  await waitForGrouping()
  expect(await shown()).toHaveLength(before)
  await app.host.call('settings.write', { notifies: true })
  await waitForGrouping()
  expect(await shown()).toHaveLength(before)
  await equityAbove('6')
  await expect.poll(async () => (await shown()).length, wait).toBe(before + 1)
})
