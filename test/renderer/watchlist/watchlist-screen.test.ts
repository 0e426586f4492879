import { expect, test, vi } from 'vitest'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import * as data from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import * as market from '../fixtures/market.ts'
import { type Mounted } from '../fixtures/page/mount.ts'
import { button, press, rows, show, symbols, words } from './watchlist-screen.ts'

test('each row shows price, change, market state and problems', async () => {
  const mounted = await show()
  const [apple, microsoft, nvidia, gazprom] = rows(mounted).map(words)
  expect(apple).toMatch(/227\.48.*-0\.52%.*open/)
  expect(microsoft).toContain('delayed 15 min')
  expect(nvidia).toContain('opens in 3 h')
  expect(gazprom).toContain('hours not known not permitted')
  expect(gazprom).not.toMatch(/\d/)
  await mounted.end()
})

test('all prices share one age; a stale price of an open market has its own age', async () => {
  const aged = (row: QuoteRow): QuoteRow => {
    if (row.symbol === 'AAPL@XNGS') return { ...row, fetchedAt: fixtureNow - 40_000 }
    return row.symbol === 'MSFT@XNGS' ? { ...row, fetchedAt: fixtureNow - 10 * 60_000 } : row
  }
  const mounted = await show({ 'watchlists.quotes': () => market.quotes(fixtureNow).map(aged) })
  expect(mounted.text()).toMatch(/prices updated 40\ss ago/)
  expect(rows(mounted).map((row) => row.querySelector('time')?.textContent)).toEqual([
    undefined,
    expect.stringMatching(/^10\smin$/),
    undefined,
    undefined,
  ])
  await mounted.end()
})

test('the prices of a bond are in percent of its face value; those of a share are not', async () => {
  const asBond = (row: QuoteRow): QuoteRow => (row.symbol === 'AAPL@XNGS' ? { ...row, type: 'BONDS' } : row)
  const mounted = await show({ 'watchlists.quotes': () => market.quotes(fixtureNow).map(asBond) })
  const [apple, microsoft] = rows(mounted).map(words)
  expect(apple).toMatch(/227\.48%/)
  expect(microsoft).not.toMatch(/\d%.*\d%/)
  await mounted.end()
})

test('a problem with one quote is shown in its row', async () => {
  const mounted = await show({
    'watchlists.quotes': () =>
      market
        .quotes(fixtureNow)
        .map((row) => ({ ...row, isForbidden: false, problem: 'The service does not know this instrument.' })),
  })
  expect(words(rows(mounted)[0]!)).toContain('The service does not know this instrument.')
  await mounted.end()
})

test('Delete removes a row, and Undo restores it', async () => {
  const mounted = await show()
  press(rows(mounted)[1]!, 'Delete')
  await mounted.settle()
  expect(symbols(mounted)).not.toContain('MSFT@XNGS')
  button(mounted, 'Undo').click()
  await mounted.settle()
  expect(symbols(mounted)[1]).toBe('MSFT@XNGS')
  await mounted.end()
})

test('typing, an arrow key and Enter add an instrument', async () => {
  const mounted = await show()
  const field = mounted.find<HTMLInputElement>('[role=combobox]')
  field.value = 'apple'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(async () => {
    await mounted.settle()
    expect(mounted.target.querySelectorAll('[role=option]')).toHaveLength(2)
  })
  expect(field.getAttribute('aria-expanded')).toBe('true')
  press(field, 'ArrowDown')
  await mounted.settle()
  const marked = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(marked?.getAttribute('aria-selected')).toBe('true')
  press(field, 'Enter')
  await mounted.settle()
  expect(mounted.sent('watchlists.addSymbol')).toEqual([{ id: 'w1', symbol: 'APC@XETR' }])
  expect(field.value).toBe('')
  await mounted.end()
})

test('privacy mode does not hide prices', async () => {
  const mounted = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(words(rows(mounted)[0]!)).toContain('227.48')
  await mounted.end()
})

test('Enter or a click opens the instrument; Space opens its chart, which follows the keyboard until Escape', async () => {
  const mounted = await show()
  press(rows(mounted)[0]!, 'Enter')
  expect(location.hash).toBe('#/instrument/AAPL%40XNGS')
  rows(mounted)[1]!.querySelector('td')!.click()
  expect(location.hash).toBe('#/instrument/MSFT%40XNGS')
  press(rows(mounted)[0]!, ' ')
  await mounted.settle()
  expect(words(mounted.find('figcaption'))).toMatch(/from 100\.00 to 106\.00.*6\.00%.*low 100\.00 high 106\.00 1 gap/)
  rows(mounted)[0]!.focus()
  press(rows(mounted)[0]!, 'ArrowDown')
  await mounted.settle()
  expect(words(mounted.find('.pane h2'))).toContain('Microsoft')
  press(rows(mounted)[1]!, 'Escape')
  await mounted.settle()
  expect(mounted.target.querySelector('.pane')).toBeNull()
  location.hash = ''
  await mounted.end()
})

test('sparklines load in one request, describe their content and show gaps', async () => {
  const mounted = await show()
  expect(mounted.sent('watchlists.sparklines')).toHaveLength(1)
  const spark = button(mounted, sparkName(mounted, 'AAPL@XNGS'))
  expect(spark.ariaLabel ?? spark.getAttribute('aria-label')).toMatch(
    /from 100\.00 at .* to 106\.00, low 100\.00, high 106\.00, one gap/,
  )
  expect(spark.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  await mounted.end()
})
const sparkName = ({ target }: Mounted, symbol: string) =>
  target.querySelector(`[aria-label^="Chart of ${symbol}"]`)?.getAttribute('aria-label') ?? ''

test('columns are chosen, moved by Alt with an arrow key, saved and reset', async () => {
  const mounted = await show()
  const heads = () => [...mounted.target.querySelectorAll('thead th')].map((head) => words(head).trim())
  const box = (key: string) => mounted.find<HTMLInputElement>(`input[data-key="${key}"]`)
  button(mounted, 'Columns').click()
  await mounted.settle()
  box('spread').click()
  await mounted.settle()
  expect(heads()).toEqual([
    'Instrument',
    'Last',
    'Change %',
    'Recorded',
    'Bid',
    'Ask',
    'Spread',
    'Day range',
    'Volume',
    'Market',
  ])
  press(box('spread'), 'ArrowUp', { altKey: true })
  await mounted.settle()
  expect(heads().slice(4, 7)).toEqual(['Bid', 'Spread', 'Ask'])
  expect(document.activeElement).toBe(box('spread'))
  expect(words(mounted.target)).toContain('Spread is now column 5 of 9')
  box('sparkline').click()
  await mounted.settle()
  expect(heads()).not.toContain('Recorded')
  expect(mounted.sent('watchlists.setColumns').at(-1)).toEqual({
    id: 'w1',
    columns: ['last', 'changePercent', 'bid', 'spread', 'ask', 'range', 'volume', 'market'],
  })
  button(mounted, 'Reset').click()
  await mounted.settle()
  expect(heads()).toContain('Recorded')
  await mounted.end()
})
