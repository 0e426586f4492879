import { expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { dec } from '../fixtures/data.ts'
import { instrumentView, unreadPart } from '../fixtures/instrument.ts'
import { positions } from '../fixtures/positions.ts'
import { failing } from '../fixtures/transport.ts'
import { page, closeAfterEachTest, openAt, open, section } from './open-screen.ts'

closeAfterEachTest()

test('an equity shows its name, price, market and parts, and sets the title of the window', async () => {
  await open('AAPL@XNGS')
  const text = page.text()
  expect(page.find('h1').textContent).toBe('Apple Inc.')
  expect(page.app.heading).toBe('Apple Inc.')
  expect(page.find('header').textContent.replace(/\s+/g, ' ')).toMatch(/227\.48 USD.*open, closes in 2 h 1\d min/)
  for (const words of [
    'Order book',
    'Latest trades',
    'Option chain',
    'Trading hours',
    'Dividends',
    'No splits announced',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Index constituents')
  expect(section('params')).toMatch(/Hard to borrow, halted for 2 days.*25%.*—/)
  expect(section('dividends')).toContain('upcoming')
})

test('an unknown, an invalid and a missing symbol have different messages', async () => {
  await open('NOPE@XXXX', {
    'instruments.read': ({ symbol }) =>
      instrumentView(symbol, {
        listed: null,
        parts: ['details'],
        details: { ...unreadPart, isAsked: false, problem: 'No such instrument.' },
      }),
  })
  expect(page.text()).toContain('Unknown instrument No such instrument.')
  expect(page.target.querySelector('[data-section="quote"]')).toBeNull()
  await page.end()
  await open('SBER', { 'instruments.read': failing('invalid', 'Write ticker@mic.') })
  expect(page.text()).toContain('Not a valid instrument symbol Write ticker@mic.')
  await page.end()
  await openAt('#/instrument/')
  expect(page.text()).toContain('This address does not name an instrument')
})

test('an archived instrument and a delisted instrument are marked', async () => {
  await open('TWTR@XNYS')
  expect(page.find('header').textContent).toContain('archived')
  await page.end()
  await open('GONE@XNYS')
  expect(page.find('header').textContent).toContain('no longer listed')
})

test('a checkbox adds the instrument to a watchlist and removes it', async () => {
  await open('AAPL@XNGS')
  page.find<HTMLButtonElement>('button.watch').click()
  await page.settle()
  const [technology, ideas] = page.target.querySelectorAll<HTMLInputElement>('header input[type=checkbox]')
  expect([technology?.checked, ideas?.checked]).toEqual([true, false])
  ideas?.click()
  await page.settle()
  technology?.click()
  await page.settle()
  const done = page.transport.calls.filter(({ method }) => /addSymbol|removeSymbol/.test(method))
  expect(done.map(({ method, params }) => [method, params])).toEqual([
    ['watchlists.addSymbol', { id: 'w2', symbol: 'AAPL@XNGS' }],
    ['watchlists.removeSymbol', { id: 'w1', symbol: 'AAPL@XNGS' }],
  ])
})

test.each([
  ['en', 'No market is named The service names no market for it'],
  ['ru', 'Рынок не указан Сервис не указывает рынок этой бумаги'],
] as const)(
  'a position without a market opens with its name, its pieces and the reason, in %s',
  async (language, words) => {
    writeTextsIn(() => language)
    const [row] = positions(Date.now())
    await open('ABCD', {
      'instruments.read': failing('invalid', 'Write ticker@mic.'),
      'quotes.list': () => [],
      'positions.list': () => [{ ...row!, symbol: 'ABCD', name: null, type: null, quantity: dec('3'), value: null }],
    })
    expect(page.find('h1').textContent).toBe('ABCD')
    expect(page.text()).toContain(words)
    expect(page.text()).not.toContain('ticker@mic')
    expect(section('position')).toContain('3')
    writeTextsIn(() => 'en')
  },
)
