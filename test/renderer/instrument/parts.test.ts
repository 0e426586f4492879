import { expect, test, vi } from 'vitest'
import type { Params } from '#shared/contract/contract.ts'
import { AppError } from '#shared/errors.ts'
import { instrumentView, unreadPart } from '../fixtures/instrument.ts'
import { failing } from '../fixtures/transport.ts'
import { page, closeAfterEachTest, open, section } from './open-screen.ts'

closeAfterEachTest()

/** The reports to the host about the shown parts. */
const followed = () =>
  page.transport.calls
    .filter(({ method }) => method === 'instruments.follow')
    .map(({ params }) => params as Params<'instruments.follow'>)

test('the shown parts are reported to the host at once, every 20 s, and when the screen closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open('AAPL@XNGS')
  expect(followed().at(-1)).toMatchObject({
    symbol: 'AAPL@XNGS',
    isVisible: true,
    again: false,
    chain: { root: null, expiration: null },
  })
  expect(new Set(followed().at(-1)?.parts)).toEqual(new Set(instrumentView('AAPL@XNGS').parts))
  const before = followed().length
  vi.advanceTimersByTime(40_000)
  expect(followed().length).toBe(before + 2)
  await page.end()
  expect(followed().at(-1)).toMatchObject({ parts: [], isVisible: false })
  expect(new Set(followed().map(({ viewId }) => viewId)).size).toBe(1)
})

test('each part shows its own problem and can be reloaded', async () => {
  await open('AAPL@XNGS', {
    'instruments.read': ({ symbol }) =>
      instrumentView(symbol, { params: { ...unreadPart, isAsked: false, problem: 'The service does not respond.' } }),
    'instruments.book': () => ({ ...unreadPart, isForbidden: true }),
    'instruments.trades': failing('internal', 'The cache cannot be read.'),
  })
  expect(section('params')).toContain('The service does not respond.')
  expect(section('book')).toContain('not permitted')
  expect(section('trades')).toContain('The cache cannot be read.')
  expect(section('dividends')).toContain('0.26 USD')
  page.find<HTMLButtonElement>('[data-section="params"] button.reload').click()
  await page.settle()
  expect(followed().filter(({ again }) => again)).toMatchObject([{ parts: ['params'] }])
  expect(followed().at(-1)?.parts.length).toBeGreaterThan(1)
})

test('a costly part is busy only while it is in the viewport, because it is read only there', async () => {
  let show = (): void => undefined
  class OutOfView {
    constructor(callback: IntersectionObserverCallback) {
      this.observe = (target) => {
        if (!target.querySelector('[data-section="book"]')) return
        show = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver)
      }
    }
    observe: (target: Element) => void
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', OutOfView)
  await open('AAPL@XNGS', {
    'instruments.read': ({ symbol }) => instrumentView(symbol, { params: unreadPart }),
    'instruments.book': () => unreadPart,
  })
  const busy = () =>
    [...page.target.querySelectorAll('[aria-busy="true"] [data-section]')].map((each) =>
      each.getAttribute('data-section'),
    )
  expect(busy()).toEqual(['params'])
  show()
  await page.settle()
  expect(busy()).toEqual(['book', 'params'])
  expect(followed().at(-1)?.parts).toContain('book')
})

test('the reason of a refused reload is shown in the part', async () => {
  await open('AAPL@XNGS', {
    'instruments.follow': ({ again }) => {
      if (again) throw new AppError('invalid', 'Tidemark is paused.')
    },
  })
  page.find<HTMLButtonElement>('[data-section="book"] button.reload').click()
  await page.settle()
  expect(section('book')).toContain('Tidemark is paused.')
})

test('only events about this instrument reload its parts', async () => {
  await open('AAPL@XNGS')
  const count = (name: string) => page.transport.calls.filter(({ method }) => method === name).length
  const books = () => count('instruments.book')
  const trades = () => count('instruments.trades')
  const before = books()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.transport.emit('instrument.changed', { symbol: 'MSFT@XNGS', part: 'book' })
  page.transport.emit('instrument.changed', { symbol: 'AAPL@XNGS', part: 'trades' })
  // A reload would either be a pending timer or have started immediately.
  const tradesBefore = trades()
  await vi.runAllTimersAsync()
  expect(trades()).toBe(tradesBefore + 1)
  expect(books()).toBe(before)
  vi.useRealTimers()
  page.transport.emit('instrument.changed', { symbol: 'AAPL@XNGS', part: 'book' })
  await vi.waitFor(() => expect(books()).toBe(before + 1))
})

test('a selected expiry is followed and loaded', async () => {
  await open('AAPL@XNGS')
  const select = page.find<HTMLSelectElement>('[data-section="options"] select')
  select.value = '2027-02-19'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(followed().at(-1)?.chain).toEqual({ root: null, expiration: '2027-02-19' })
  expect(page.transport.calls.findLast(({ method }) => method === 'instruments.chain')?.params).toEqual({
    symbol: 'AAPL@XNGS',
    root: null,
    expiration: '2027-02-19',
  })
})
