import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJournal } from '#main/journal/open.ts'
import { createRecordedQuotes } from '#main/journal/recorded/quotes.ts'
import type { Decimal } from '#shared/decimal.ts'
import { useBrowser } from './rig/app.ts'
import { findAccessibilityFaults } from './rig/browser.ts'
import { makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from './rig/web-host.ts'

const minuteMs = 60_000
const symbol = 'SBER@MISX'
const eventually = (read: () => unknown) => expect.poll(read, { timeout: 120_000 })
let dataDir: string
let host: WebHostProcess
const start = async (): Promise<void> => {
  host = await startWebHost(dataDir, ['--demo', 'small'])
}

beforeAll(async () => {
  dataDir = await makeDataDir()
  await start()
})
afterAll(async () => {
  await host?.stop()
  await removeDataDir(dataDir)
})
const windows = useBrowser()

/** Records ten hours of a falling price, as the app does, with a gap of four hours in the middle. */
function recordFall(): void {
  const profile = join(dataDir, 'profiles', 'demo-small')
  const { db } = openJournal(join(profile, 'journal.sqlite'), join(profile, 'backups'))
  const now = Date.now()
  const minutes = Array.from({ length: 300 }, (_, index) => 600 - 2 * index).filter((ago) => ago > 420 || ago < 180)
  createRecordedQuotes(db).record(
    minutes.map((ago) => ({ symbol, at: now - ago * minuteMs, last: String(200 + ago / 10) as Decimal })),
  )
  db.close()
}

test('recorded prices are drawn in the watchlist, with a gap where none were recorded', async () => {
  for (const { id } of await host.call('watchlists.list')) await host.call('watchlists.remove', { id })
  // The window shows the first list that is not empty.
  await host.call('watchlists.create', { name: 'Empty' })
  await host.call('watchlists.create', { name: 'Mine', symbols: [symbol, 'NONE@XXXX'] })
  await host.stop()
  recordFall()
  await start()
  const { page, faults } = await windows.open(`${await host.issueUrl()}#/glance`, {
    viewport: { width: 360, height: 700 },
  })
  const watched = page.getByRole('region', { name: 'Watchlist' }).getByRole('link')
  const line = watched.first()
  await line.locator('svg path').waitFor({ state: 'attached' })
  const drawing = (await line.locator('svg path').getAttribute('d')) ?? ''
  expect(drawing.match(/M/g)?.length).toBeGreaterThanOrEqual(2)
  // A falling price: each point is lower on the screen than the one before.
  const heights = [...drawing.matchAll(/[\d.]+ ([\d.]+)/g)].slice(0, 20).map(([, y]) => Number(y))
  expect(heights.length).toBeGreaterThan(5)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  await eventually(() => line.locator('.spark .loss').count()).toBe(1)
  // The other symbol has no recorded prices: it shows no line, not a line at zero.
  expect(await watched.nth(1).locator('.spark').count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityFaults(page)).toEqual([])
  }
  expect(faults).toEqual([])
})
