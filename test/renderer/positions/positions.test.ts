import { expect, test } from 'vitest'
import { minuteMs } from '../../../src/shared/durations.ts'
import type { PositionRow } from '../../../src/shared/model/portfolio.ts'
import Positions from '../../../src/renderer/positions/Positions.svelte'
import * as data from '../fixtures/data.ts'
import { positions } from '../fixtures/portfolio.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import { emptyAnswers, failingAnswers, fixtureTransport, type Answers } from '../fixtures/transport.ts'

const show = (overrides: Partial<Answers> = {}) => mountInApp(Positions, {}, fixtureTransport(overrides))
const words = (target: Element) => target.textContent.replace(/\s+/g, ' ')
const rowOf = (target: Element, text: string) => {
  const row = [...target.querySelectorAll('tbody tr')].find((candidate) => words(candidate).includes(text))
  if (!row) throw new Error(`no row with ${text}`)
  return row
}
/** The row's cells by the title of their column. */
const cellsOf = (target: Element, text: string): Record<string, string> => {
  const titles = [...target.querySelectorAll('th')].map((head) =>
    words(head)
      .replace(/[ ↑↓]+$/, '')
      .trim(),
  )
  const cells = [...rowOf(target, text).querySelectorAll('td')].map((cell) => words(cell).trim())
  return Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']))
}

test('the price of a bond is in percent, its value in money', async () => {
  const { target, end } = await show()
  expect(cellsOf(target, 'US Treasury')).toMatchObject({
    Price: '99.4844%',
    Average: '98.2500%',
    Value: '9,948.44 USD',
  })
  await end()
})

test('the day and the unrealized profit are in the currency of the position, with their percentage below', async () => {
  const { target, end } = await show()
  const { Day, Unrealized } = cellsOf(target, 'Apple')
  expect([Day, Unrealized]).toEqual(['▼-144.00 USD ▼-0.52%', '▲+6,767.60 USD ▲+32.96%'])
  await end()
})

test('positions sorted within each currency say so', async () => {
  const { target, end } = await show()
  expect(words(target)).toContain('Sorted within each currency')
  await end()
})

test('unknown figures are shown as "—", and the value explains why', async () => {
  const { target, end } = await show()
  const cells = cellsOf(target, 'ZZZQ@XNGS')
  expect(cells).toMatchObject({
    Average: '—',
    Price: '—',
    Value: '—',
    Weight: '—',
    Day: '—',
    Unrealized: '—',
    'Maint. margin': '—',
  })
  expect(rowOf(target, 'ZZZQ@XNGS').innerHTML).toContain('no price yet')
  await end()
})

test('there is one sum per currency, with the number of positions that are not included', async () => {
  const { target, end } = await show()
  const sums = [...target.querySelectorAll('tfoot tr')].map(words)
  expect(sums).toHaveLength(3)
  expect(sums.find((sum) => sum.includes('EUR'))).toContain('11,039.80 EUR')
  // 27297.6 + 25864.2 - 5250.4 + 9948.4375 + 5422.65; the future is not valued.
  expect(sums.find((sum) => sum.includes('USD'))).toMatch(/63,282\.49 USD\s*1 not included/)
  await end()
})

test('privacy mode hides amounts and quantities but shows prices', async () => {
  const amounts = [
    '27297.6',
    '25864.2',
    '5250.4',
    '11039.8',
    '9948.4',
    '5422.65',
    '6767.6',
    '1738.2',
    '63282',
    '6824.4',
    '5000<',
  ]
  const shown = (html: string) => {
    const digits = html.replace(/(?<=\d),(?=\d)/g, '')
    return amounts.filter((amount) => digits.includes(amount))
  }
  const open = await show()
  expect(shown(open.target.innerHTML)).toEqual(amounts)
  await open.end()
  const hidden = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(shown(hidden.target.innerHTML)).toEqual([])
  const { Quantity, Value, Price } = cellsOf(hidden.target, 'Apple Inc.')
  expect([Quantity, Value, Price]).toEqual(['•••hidden', '•••hidden', '227.48'])
  await hidden.end()
})

test('a click on a column header sorts, with unknown values last in both directions', async () => {
  const { target, settle, end } = await show()
  const lastPosition = () =>
    [...target.querySelectorAll('tbody tr')]
      .filter((row) => !row.querySelector('.sum'))
      .map(words)
      .at(-1)
  const price = [...target.querySelectorAll<HTMLElement>('th button')].find((button) => words(button).includes('Price'))
  for (const order of ['descending', 'ascending']) {
    price?.click()
    await settle()
    expect(price?.closest('th')?.getAttribute('aria-sort')).toBe(order)
    expect(lastPosition()).toContain('ZZZQ@XNGS')
  }
  await end()
})

test('grouping splits the rows under headings; the filter says when nothing matches', async () => {
  const { target, find, settle, end } = await show()
  const select = find<HTMLSelectElement>('select')
  select.value = 'account'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
  expect(words(target)).toContain('TRQD05:989213 · 1')
  const filter = find<HTMLInputElement>('input[type=search]')
  filter.value = 'nothing like it'
  filter.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
  expect(words(target)).toContain('No positions match “nothing like it”')
  await end()
})

const heads = (target: Element) =>
  [...target.querySelectorAll('th')].map((head) =>
    words(head)
      .replace(/[ ↑↓]+$/, '')
      .trim(),
  )

test('a column is hidden, shown and moved, and the choice is a setting', async () => {
  const { target, transport, settle, end } = await show()
  const written = () => transport.calls.filter(({ method }) => method === 'settings.write').at(-1)?.params
  const nearPrice = () => heads(target).filter((title) => ['Price', 'Value', 'Weight'].includes(title))
  const head = (key: string) => target.querySelector<HTMLElement>(`th [data-key="${key}"]`)!
  expect(nearPrice()).toEqual(['Price', 'Value', 'Weight'])
  head('current').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', altKey: true, bubbles: true }))
  await settle()
  expect(nearPrice()).toEqual(['Value', 'Price', 'Weight'])
  expect(document.activeElement).toBe(head('current'))
  expect(words(target)).toMatch(/Price is now column 8 of \d+/)
  expect(written()).toMatchObject({ positionColumns: expect.arrayContaining(['value', 'current']) })
  const button = [...target.querySelectorAll('button')].find((each) => words(each).trim() === 'Columns')
  button?.click()
  await settle()
  target.querySelector<HTMLInputElement>('input[data-key=weight]')?.click()
  await settle()
  expect(heads(target)).not.toContain('Weight')
  target.querySelector<HTMLInputElement>('input[data-key=yield]')?.click()
  await settle()
  expect(cellsOf(target, 'US Treasury')['Yield']).toBe('4.62%')
  expect(cellsOf(target, 'Apple')['Yield']).toBe('')
  await end()
})

test('the account is a column for all accounts; in split rows without it, a part of the name', async () => {
  const { app, target, settle, end } = await show()
  expect(heads(target)).toContain('Account')
  await app.change({ positionColumns: ['value'] })
  await settle()
  expect(words(rowOf(target, 'Apple'))).toContain('AAPL@XNGS · 1900001')
  app.accountId = 'TRQD05:989213'
  await settle()
  expect(heads(target)).toEqual(['Instrument', 'Value'])
  expect(target.querySelectorAll('tbody tr')).toHaveLength(1)
  expect(words(target.querySelector('tbody')!)).not.toContain('989213')
  await end()
})

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  target
    .querySelector('[role=treegrid]')!
    .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
const activeRow = (target: Element) =>
  document.getElementById(target.querySelector('[role=treegrid]')!.getAttribute('aria-activedescendant')!)

test('arrow keys walk the rows, and open and close the accounts of one', async () => {
  const { target, settle, end } = await show()
  press(target, 'End')
  press(target, 'Home')
  press(target, 'ArrowDown')
  await settle()
  expect(words(activeRow(target)!)).toContain('Apple')
  press(target, 'ArrowRight')
  await settle()
  expect(activeRow(target)?.getAttribute('aria-expanded')).toBe('true')
  press(target, 'ArrowRight')
  await settle()
  expect(words(activeRow(target)!)).toMatch(/^ ?1900001/)
  expect(activeRow(target)?.getAttribute('aria-level')).toBe('2')
  press(target, 'ArrowLeft')
  press(target, 'ArrowLeft')
  await settle()
  expect(activeRow(target)?.getAttribute('aria-expanded')).toBe('false')
  await end()
})

test('the row that was opened stays the active one when others are sorted before it', async () => {
  const { target, settle, end } = await show()
  press(target, 'ArrowRight')
  await settle()
  const name = words(activeRow(target)!)
  target.querySelector<HTMLButtonElement>('th.first button')!.click()
  await settle()
  target.querySelector<HTMLButtonElement>('th.first button')!.click()
  await settle()
  expect(words(activeRow(target)!)).toBe(name)
  press(target, 'ArrowLeft')
  await settle()
  expect(target.querySelector('tbody tr[aria-expanded="true"]')).toBeNull()
  await end()
})

test('a bond opens to its next coupon, accrued interest, yield and maturity, for all its pieces', async () => {
  const { target, settle, end } = await show()
  rowOf(target, 'US Treasury').querySelector('button')?.click()
  await settle()
  const line = words(rowOf(target, 'Yield to maturity'))
  expect(line).toContain('225.00 USD projected')
  expect(line).toContain('6.20 USD 0.62 USD each')
  expect(line).toContain('4.62%')
  expect(line).toContain('2,552 d')
  await end()
})

test('the menu of a row opens by mouse and by keyboard, and returns the focus', async () => {
  const { target, transport, settle, end } = await show()
  const table = target.querySelector<HTMLElement>('[role=treegrid]')!
  table.focus()
  rowOf(target, 'Apple').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await settle()
  const items = () => [...target.querySelectorAll<HTMLElement>('[role=menuitem]')]
  expect(items().map((item) => words(item).trim())).toEqual(
    expect.arrayContaining(['Transactions', 'Copy symbol', 'Copy row', 'New alert at a price …']),
  )
  expect(document.activeElement).toBe(items()[0])
  items()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await settle()
  expect([items().length, document.activeElement]).toEqual([0, table])
  press(target, 'F10', { shiftKey: true })
  await settle()
  const watch = items().find((item) => words(item).includes('atch in “') || words(item).includes('Remove from'))
  watch?.click()
  await settle()
  expect(transport.calls.map(({ method }) => method)).toEqual(
    expect.arrayContaining([expect.stringMatching(/watchlists\.(add|remove)Symbol/)]),
  )
  expect(words(target)).toMatch(/Apple Inc\. is (now|no longer) in/)
  await end()
})

test('without a base currency each currency has a total; cash is shown with them on demand', async () => {
  const { target, settle, end } = await show()
  const titles = () => [...target.querySelectorAll('tfoot tr')].map((row) => words(row).trim())
  expect(titles()).toHaveLength(3)
  target.querySelector<HTMLElement>('tfoot button')?.click()
  await settle()
  expect(titles()[0]).toMatch(/^Cash/)
  expect(titles().length).toBeGreaterThan(3)
  await end()
})

test('with a base currency the last lines are cash and the total, in it', async () => {
  const inRoubles = (symbol: string, amount: string) =>
    ({ currency: symbol, amount: data.dec(amount), inWhole: data.dec(`${amount}00`), weight: 0.25 }) as const
  const { target, end } = await show({
    'currencies.read': () => ({
      ...{ base: 'RUB', suggested: null, inUse: [], rates: [], notConverted: [], candidates: [] },
      ...{ chosen: [], equity: [] },
    }),
    'positions.whole': () => ({
      ...{ currency: 'RUB', gross: data.dec('1000'), leftOut: { symbols: ['ESZ6@XCME'], currencies: [] } },
      cash: [inRoubles('USD', '4'), inRoubles('EUR', '1')],
    }),
  })
  const lines = [...target.querySelectorAll('tfoot tr')].map((row) => words(row).trim())
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^Cash ?500\.00 RUB.*50\.0%/)
  expect(lines[1]).toMatch(/^Total · 8/)
  expect(words(target)).toContain('No part of the weights: 1 instrument without a value.')
  await end()
})

test('it reports the shown symbols to the host', async () => {
  const { transport, end } = await show()
  const reported = transport.calls.filter(({ method }) => method === 'attention.set').map(({ params }) => params)
  expect(reported.at(-1)).toMatchObject({
    isVisible: true,
    symbols: expect.arrayContaining(['AAPL@XNGS', 'ESZ6@XCME']),
  })
  await end()
})

test('one line tells how old the positions are; only a row that is older than it should be has an age of its own', async () => {
  const now = Date.now()
  const at = (row: PositionRow, ageMs: number) => ({ ...row, fetchedAt: now - ageMs, staleAt: now - ageMs + minuteMs })
  const [apple, ...others] = positions(now)
  const { target, end } = await show({
    'positions.list': () => [at(apple!, 3 * minuteMs), ...others.map((row) => at(row, 10_000))],
  })
  expect([...target.querySelectorAll('th')].map(words).join()).not.toContain('Age')
  expect(words(target)).toMatch(/Updated 3 min ago/)
  expect([...target.querySelectorAll('tbody tr:has(time)')].map(words)).toEqual([words(rowOf(target, 'Apple'))])
  await end()
})

test('no accounts, no positions and a failed load have different messages', async () => {
  const unread = await show(emptyAnswers)
  expect(words(unread.target)).toContain('No accounts loaded yet')
  expect(words(unread.target)).not.toContain('No positions')
  await unread.end()
  const { 'accounts.list': _, ...withAccounts } = emptyAnswers
  const empty = await show(withAccounts)
  expect(words(empty.target)).toContain('No positions')
  await empty.end()
  const broken = await show(failingAnswers)
  expect(words(broken.find('[role=alert]'))).toContain('The cache cannot be read.')
  expect(words(broken.target)).not.toContain('No positions')
  await broken.end()
})
