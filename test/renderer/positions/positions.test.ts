import { expect, test } from 'vitest'
import Positions from '../../../src/renderer/positions/Positions.svelte'
import * as data from '../fixtures/data.ts'
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

test('the day and the unrealized profit are in the currency of the position', async () => {
  const { target, end } = await show()
  const { Day, Unrealized } = cellsOf(target, 'Apple')
  expect([Day, Unrealized].map((text) => text?.slice(-3))).toEqual(['USD', 'USD'])
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
  const sums = [...target.querySelectorAll('tbody tr')].filter((row) => row.querySelector('.sum')).map(words)
  expect(sums).toHaveLength(3)
  expect(sums.find((sum) => sum.includes('EUR'))).toContain('11,039.80 EUR')
  // 27297.6 + 25864.2 - 5250.4 + 9948.4375 + 5422.65; the future is not valued.
  expect(sums.find((sum) => sum.includes('USD'))).toMatch(/63,282\.49 USD\s*1 position not included/)
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

test('grouping and column selection change the table; the filter says when nothing matches', async () => {
  const { target, find, settle, end } = await show()
  target.querySelector<HTMLInputElement>('input[value=account]')?.click()
  await settle()
  expect(words(target)).toContain('TRQD05:989213 · 1')
  const box = [...target.querySelectorAll('fieldset label')].find((label) => words(label).includes('Weight'))
  box?.querySelector('input')?.click()
  await settle()
  expect([...target.querySelectorAll('th')].map(words)).not.toContain('Weight')
  const filter = find<HTMLInputElement>('input[type=search]')
  filter.value = 'nothing like it'
  filter.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
  expect(words(target)).toContain('No positions match “nothing like it”')
  await end()
})

test('the account column is shown only for all accounts', async () => {
  const { app, target, settle, end } = await show()
  const heads = () => [...target.querySelectorAll('th')].map((head) => words(head).trim())
  expect(heads()).toContain('Account')
  app.accountId = 'TRQD05:989213'
  await settle()
  expect(heads()).not.toContain('Account')
  expect(target.querySelectorAll('tbody tr')).toHaveLength(2)
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

test('no positions and a failed load have different messages', async () => {
  const empty = await show(emptyAnswers)
  expect(words(empty.target)).toContain('No positions')
  await empty.end()
  const broken = await show(failingAnswers)
  expect(words(broken.find('[role=alert]'))).toContain('The cache cannot be read.')
  expect(words(broken.target)).not.toContain('No positions')
  await broken.end()
})
