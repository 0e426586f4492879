import { afterEach, expect, test, vi } from 'vitest'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import ChartHost from './ChartHost.svelte'
import WatchHost from './WatchHost.svelte'

afterEach(() => vi.useRealTimers())

const reports = (page: Mounted) =>
  page.transport.calls
    .filter(({ method }) => method === 'attention.set')
    .map(({ params }) => params as { viewId: string; symbols: string[]; isVisible: boolean })

test('the visible symbols are reported at once, every 20 s, on each change and on unmount', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const shown = $state({ symbols: ['AAPL@XNGS'] })
  const page = await mountInApp(WatchHost, { shown })
  expect(reports(page).map(({ symbols }) => symbols)).toEqual([['AAPL@XNGS']])
  vi.advanceTimersByTime(60_000)
  expect(reports(page).length).toBe(4)
  shown.symbols = ['AAPL@XNGS']
  await page.settle()
  expect(reports(page).length).toBe(4)
  shown.symbols = ['MSFT@XNGS', 'AAPL@XNGS']
  await page.settle()
  expect(reports(page).at(-1)?.symbols).toEqual(['MSFT@XNGS', 'AAPL@XNGS'])
  await page.end()
  const end = reports(page).at(-1)
  expect([end?.symbols, end?.isVisible]).toEqual([[], false])
  vi.advanceTimersByTime(60_000)
  expect(reports(page).length).toBe(6)
  expect(new Set(reports(page).map(({ viewId }) => viewId)).size).toBe(1)
})

test('a chart is created once, updated without animation and destroyed', async () => {
  const log: string[] = []
  const points = $state({ count: 1 })
  const page = await mountInApp(ChartHost, { log, points })
  points.count = 2
  await page.settle()
  await page.end()
  expect(log).toEqual(['make', 'update 1 none', 'update 2 none', 'destroy'])
})
