import { afterEach, expect, test } from 'vitest'
import Glance from '#renderer/glance/Glance.svelte'
import { lineAfterKey } from '#renderer/glance/keyboard-focus.ts'
import { noticeRow } from '../fixtures/alerts.ts'
import * as data from '../fixtures/data.ts'
import * as market from '../fixtures/market.ts'
import { manyOrders, orderRow } from '../fixtures/orders.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import * as portfolio from '../fixtures/portfolio.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'
import { priceLines } from '../fixtures/watchlists.ts'

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

test('the window shows totals, what needs attention, contributions, the watchlist and working orders', async () => {
  await open({ 'orders.list': () => manyOrders(Date.now()) })
  expect(page.text()).toMatch(/Today.*\d/)
  const titles = [...page.target.querySelectorAll('h2')].map((head) => head.textContent)
  expect(titles).toEqual(['Needs attention', 'Contribution to the day', 'Watchlist', 'Working orders'])
  expect(section('Needs attention')?.textContent).toContain('Buy Microsoft')
  const watched = [...section('Watchlist')!.querySelectorAll('li')]
  expect(watched.length).toBeGreaterThan(2)
  // The sparkline has a gap where nothing was recorded.
  expect(section('Watchlist')?.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  expect(links().every((link) => link.target === '_blank' && link.getAttribute('href')?.startsWith('#/'))).toBe(true)
})

test('what moved is ranked by its amount; amounts that are hidden or cannot be compared are replaced by changes of price', async () => {
  const overview = portfolio.overview(Date.now(), portfolio.accounts(Date.now()))
  const lines = (title: string) => [...(section(title)?.querySelectorAll('li') ?? [])].map((line) => line.textContent)
  await open({ 'overview.read': () => overview })
  const [first, second] = lines('Contribution to the day')
  expect(first).toMatch(/Apple Inc\..*-412\.65.USD/)
  expect(second).toMatch(/NVIDIA Corporation.*\+36\.40.USD/)
  await page.end()
  await open({ 'overview.read': () => overview, 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect([section('Contribution to the day'), lines('Movers').length > 0]).toEqual([null, true])
  await page.end()
  await open({ 'overview.read': () => ({ ...overview, contribution: null }) })
  expect(lines('Movers')[0]).toMatch(/%/)
})

test('an old price shows its age, unless its session is named', async () => {
  const now = Date.now()
  const overview = portfolio.overview(now, portfolio.accounts(now))
  const movers = overview.movers!.slice(0, 1).map((mover) => ({ ...mover, quoteAt: now - 40 * data.hour }))
  const age = () => section('Movers')?.querySelector('.age')?.textContent
  await open({ 'overview.read': () => ({ ...overview, movers, contribution: null }) })
  expect(age()).toMatch(/^40.h$/)
  await page.end()
  const contribution = { ...portfolio.contribution(now, true), gains: [], losses: [] }
  await open({ 'overview.read': () => ({ ...overview, movers, contribution }) })
  expect([section('Movers') !== null, age()]).toEqual([true, undefined])
})

test('the change of the day names the sessions that are not of today', async () => {
  const now = Date.now()
  const overview = portfolio.overview(now, portfolio.accounts(now))
  const contribution = portfolio.contribution(now, true)
  const sessions = contribution.sessions.map((session) => ({ ...session, day: '2020-01-03' }))
  const header = () => page.find('header').textContent
  await open({ 'overview.read': () => overview })
  expect(header()).toContain('Today')
  expect(header()).not.toContain('session')
  await page.end()
  await open({ 'overview.read': () => ({ ...overview, contribution: { ...contribution, sessions } }) })
  expect(header()).toMatch(/Day’s change.*3 Jan 2020’s session/)
  expect(header()).not.toContain('Today')
})

test('the first watchlist that is not empty is shown; a stale price has its age in place of the sparkline', async () => {
  await open({
    'watchlists.list': () => [
      { id: 'none', name: 'Empty', symbols: [], columns: null, targets: [], sections: [] },
      { id: 'w1', name: 'Mine', symbols: ['AAPL@XNGS'], columns: null, targets: [], sections: [] },
    ],
    'watchlists.quotes': ({ id }) => {
      const now = Date.now()
      const [row] = market.quotes(now).filter(({ symbol }) => symbol === 'AAPL@XNGS')
      const open = { state: 'open', changesAt: null } as const
      return id === 'w1' && row !== undefined ? [{ ...row, market: open, fetchedAt: now - 3.5 * data.hour }] : []
    },
  })
  const [line, ...otherLines] = [...section('Watchlist')!.querySelectorAll('li')]
  expect(otherLines).toEqual([])
  expect(line?.querySelector('.age.stale')?.textContent).toMatch(/^3.h$/)
  expect(line?.querySelector('.spark')).toBeNull()
})

test('one recorded price is not drawn as a line', async () => {
  const points = (count: number) => ({
    'watchlists.sparklines': ({ from }: { readonly from: number }) => {
      const { lines, ...period } = priceLines(['AAPL@XNGS'], from)
      return { ...period, lines: lines.map((line) => ({ ...line, points: line.points.slice(0, count) })) }
    },
  })
  const isDrawn = () => section('Watchlist')?.querySelector('.spark svg') !== null
  await open(points(2))
  expect(isDrawn()).toBe(true)
  await page.end()
  await open(points(1))
  expect(isDrawn()).toBe(false)
})

test('a long list shows the number of rows that are not shown', async () => {
  const orders = Array.from({ length: 9 }, (_, index) =>
    orderRow(Date.now(), { id: `n${index}`, status: 'ORDER_STATUS_NEW' }),
  )
  const unread = [1, 2, 3, 4, 5].map((index) => noticeRow(`u${index}`, { readAt: null }))
  await open({ 'orders.list': () => orders, 'notices.list': () => ({ rows: unread, unread: 12 }) })
  expect(section('Working orders')?.textContent).toContain('and 6 more')
  expect(section('Needs attention')?.textContent).toContain('and 9 more')
})

test('arrow keys move through all lines, and Escape closes the window', async () => {
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

test('opening an alert marks it as read', async () => {
  await open({ 'notices.list': () => ({ rows: [noticeRow('u1', { readAt: null })], unread: 1 }) })
  section('Needs attention')?.querySelector('a')?.click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'notices.read', params: { id: 'u1' } })
})

test('privacy mode hides totals and the sizes of orders', async () => {
  const settings = { ...data.settings, hideAmounts: true }
  await open({ 'settings.read': () => settings, 'orders.list': () => [orderRow(Date.now())] })
  expect(page.target.querySelector('header')?.textContent).not.toMatch(/\d{3}/)
  const size = section('Working orders')?.querySelector('.quantity')?.textContent
  expect(size).toContain('•')
})

test('without data the window says so and shows no figure', async () => {
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

test('a failed load shows an error, and the other sections are still shown', async () => {
  await open({
    'orders.list': () => {
      throw new Error('gone')
    },
  })
  expect(page.text()).toContain('Some data could not be loaded')
  expect(section('Watchlist')).not.toBeNull()
})

test('the arrow keys start at either end and stop at both ends; other keys are ignored', async () => {
  await open()
  expect([
    lineAfterKey('ArrowDown', -1, 3),
    lineAfterKey('ArrowDown', 2, 3),
    lineAfterKey('ArrowUp', 0, 3),
    lineAfterKey('ArrowUp', -1, 3),
  ]).toEqual([0, 2, 0, 2])
  expect([
    lineAfterKey('a', 1, 3),
    lineAfterKey('ArrowDown', -1, 0),
    lineAfterKey('Home', 2, 3),
    lineAfterKey('End', 0, 3),
  ]).toEqual([null, null, 0, 2])
})

test('a few amounts that are not converted have a line each; many share one line, so that the window stays short', async () => {
  const sum = (count: number) => ({
    ...{ currency: 'RUB', amount: data.dec('5'), missing: [], parts: [], rates: [] },
    notConverted: Array.from({ length: count }, (_, index) => ({
      ...{ currency: '', amount: data.dec('7'), problem: 'unknown-currency' as const, names: [`Share ${index}`] },
    })),
  })
  const whole = portfolio.overview(0, portfolio.accounts(0))
  await open({ 'overview.read': () => ({ ...whole, total: sum(3), day: sum(40), unrealized: sum(0) }) })
  expect(page.text().match(/not included: 7\.00/g)).toHaveLength(3)
  expect(page.text()).toContain('40 amounts not included')
  expect(page.find('.day .note').title).toContain('Share 39')
})
