import { afterEach, expect, test } from 'vitest'
import Glance from '../../../src/renderer/glance/Glance.svelte'
import { walk } from '../../../src/renderer/glance/walk.ts'
import * as data from '../fixtures/data.ts'
import * as market from '../fixtures/market.ts'
import * as portfolio from '../fixtures/portfolio.ts'
import { noticeRow } from '../fixtures/alerts.ts'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { manyOrders, orderRow } from '../fixtures/orders.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const open = async (answers: Partial<Answers> = {}) => {
  page = await mountInApp(Glance, {}, fixtureTransport(answers))
  await page.settle()
}
const section = (title: string) => page.target.querySelector(`section[aria-label="${title}"]`)
const links = () => [...page.target.querySelectorAll('a')]
const press = (key: string) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

test('it tells the total, the day, what needs a look, the movers, the watchlist and what works', async () => {
  await open({ 'orders.list': () => manyOrders(Date.now()) })
  expect(page.text()).toMatch(/Today.*\d/)
  const titles = [...page.target.querySelectorAll('h2')].map((head) => head.textContent)
  expect(titles).toEqual(['Needs a look', 'Movers', 'Watchlist', 'Working orders'])
  expect(section('Needs a look')?.textContent).toContain('Buy Microsoft')
  const watched = [...section('Watchlist')!.querySelectorAll('li')]
  expect(watched.length).toBeGreaterThan(2)
  // The recorded price is drawn, with a hole where nobody looked.
  expect(section('Watchlist')?.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  expect(links().every((link) => link.target === '_blank' && link.getAttribute('href')?.startsWith('#/'))).toBe(true)
})

test('an old price says how old it is in place of its line, and the first list with anything in it is shown', async () => {
  await open({
    'watchlists.list': () => [
      { id: 'none', name: 'Empty', symbols: [], columns: null },
      { id: 'w1', name: 'Mine', symbols: ['AAPL@XNGS'], columns: null },
    ],
    'watchlists.quotes': ({ id }) => {
      const now = Date.now()
      const [row] = market.quotes(now).filter(({ symbol }) => symbol === 'AAPL@XNGS')
      const open = { state: 'open', changesAt: null } as const
      return id === 'w1' && row !== undefined ? [{ ...row, market: open, fetchedAt: now - 3.5 * data.hour }] : []
    },
  })
  const [line, ...others] = [...section('Watchlist')!.querySelectorAll('li')]
  expect(others).toEqual([])
  expect(line?.querySelector('.age.stale')?.textContent).toMatch(/^3.h$/)
  expect(line?.querySelector('.spark')).toBeNull()
})

test('a long list says how many more there are', async () => {
  const orders = Array.from({ length: 9 }, (_, index) =>
    orderRow(Date.now(), { id: `n${index}`, status: 'ORDER_STATUS_NEW' }),
  )
  const unread = [1, 2, 3, 4, 5].map((index) => noticeRow(`u${index}`, { readAt: null }))
  await open({ 'orders.list': () => orders, 'notices.list': () => ({ rows: unread, unread: 12 }) })
  expect(section('Working orders')?.textContent).toContain('and 6 more')
  expect(section('Needs a look')?.textContent).toContain('and 9 more')
})

test('arrow keys walk all of its lines, and Escape closes it', async () => {
  await open()
  const all = links()
  press('ArrowDown')
  expect(document.activeElement).toBe(all[0])
  press('ArrowDown')
  expect(document.activeElement).toBe(all[1])
  press('End')
  expect(document.activeElement).toBe(all.at(-1))
  press('ArrowUp')
  expect(document.activeElement).toBe(all.at(-2))
  let closed = 0
  const before = globalThis.close
  globalThis.close = () => closed++
  press('Escape')
  globalThis.close = before
  expect(closed).toBe(1)
})

test('an alert that is opened is read', async () => {
  await open({ 'notices.list': () => ({ rows: [noticeRow('u1', { readAt: null })], unread: 1 }) })
  section('Needs a look')?.querySelector('a')?.click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'notices.read', params: { id: 'u1' } })
})

test('hidden amounts hide the total, the day and the sizes of orders', async () => {
  const settings = { ...data.settings, hideAmounts: true }
  await open({ 'settings.read': () => settings, 'orders.list': () => [orderRow(Date.now())] })
  expect(page.target.querySelector('header')?.textContent).not.toMatch(/\d{3}/)
  const size = section('Working orders')?.querySelector('.quantity')?.textContent
  expect(size).toContain('•')
})

test('with nothing read it says so, and shows no figure', async () => {
  await open({
    'overview.read': () => ({ ...portfolio.overview(Date.now(), []), equity: null, asOf: null, movers: [] }),
    'watchlists.list': () => [],
    'orders.list': () => [],
    'notices.list': () => ({ rows: [], unread: 0 }),
  })
  expect(page.text()).toContain('Nothing to show yet')
  expect(page.target.querySelectorAll('section')).toHaveLength(0)
  expect(page.target.querySelector('.equity')?.textContent.trim()).toBe('—')
})

test('what cannot be read is said, and costs the rest nothing', async () => {
  await open({
    'orders.list': () => {
      throw new Error('gone')
    },
  })
  expect(page.text()).toContain('Not all can be read')
  expect(section('Watchlist')).not.toBeNull()
})

test('walking stops at both ends, begins at either, and leaves other keys alone', async () => {
  await open()
  expect([walk('ArrowDown', -1, 3), walk('ArrowDown', 2, 3), walk('ArrowUp', 0, 3), walk('ArrowUp', -1, 3)]).toEqual([
    0, 2, 0, 2,
  ])
  expect([walk('a', 1, 3), walk('ArrowDown', -1, 0), walk('Home', 2, 3), walk('End', 0, 3)]).toEqual([null, null, 0, 2])
})
