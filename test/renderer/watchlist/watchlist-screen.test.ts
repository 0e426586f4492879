import { expect, test, vi } from 'vitest'
import Watchlists from '../../../src/renderer/watchlist/Watchlists.svelte'
import * as data from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { emptyAnswers, failing, failingAnswers, fixtureTransport, type Answers } from '../fixtures/transport.ts'

const show = (overrides: Partial<Answers> = {}) => mountInApp(Watchlists, {}, fixtureTransport(overrides))
const words = (target: Element) => target.textContent.replace(/\s+/g, ' ')
const rows = ({ target }: Mounted) => [...target.querySelectorAll<HTMLElement>('[aria-label=Quotes] tbody tr')]
const symbols = (mounted: Mounted) =>
  rows(mounted).map((row) => row.querySelector<HTMLElement>('.instrument')?.title.split('\n').at(-1))
const calls = ({ transport }: Mounted, method: string) =>
  transport.calls.filter((call) => call.method === method).map(({ params }) => params)
const button = ({ target }: Mounted, name: string) => {
  const found = [...target.querySelectorAll('button')].find(
    (candidate) =>
      words(candidate).trim() === name || candidate.ariaLabel === name || candidate.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const press = (element: Element, key: string, init: KeyboardEventInit = {}) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

test('each row tells price, change, market and what stands in the way', async () => {
  const mounted = await show()
  const [apple, microsoft, nvidia, gazprom] = rows(mounted).map(words)
  expect(apple).toMatch(/227\.48.*-0\.52%.*open/)
  expect(microsoft).toContain('delayed 15 min')
  expect(nvidia).toContain('closed, opens in 3 h')
  expect(gazprom).toContain('unknown not permitted')
  expect(gazprom).not.toMatch(/\d/)
  await mounted.end()
})

test('a problem of one quote is told in its row', async () => {
  const mounted = await show({
    'watchlists.quotes': () =>
      data
        .quotes(Date.now())
        .map((row) => ({ ...row, isForbidden: false, problem: 'The service knows no such instrument.' })),
  })
  expect(words(rows(mounted)[0]!)).toContain('The service knows no such instrument.')
  await mounted.end()
})

test('Alt and an arrow move the row that has the focus, which keeps it', async () => {
  const mounted = await show()
  rows(mounted)[0]?.focus()
  press(rows(mounted)[0]!, 'ArrowDown', { altKey: true })
  await mounted.settle()
  expect(symbols(mounted).slice(0, 2)).toEqual(['MSFT@XNGS', 'AAPL@XNGS'])
  expect(calls(mounted, 'watchlists.moveSymbol')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', index: 1 }])
  expect(document.activeElement).toBe(rows(mounted)[1])
  await mounted.end()
})

test('rows that are sorted by a figure cannot be moved', async () => {
  const mounted = await show()
  button(mounted, 'Change').click()
  await mounted.settle()
  expect(symbols(mounted)).toEqual(['NVDA@XNGS', 'MSFT@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  press(rows(mounted)[0]!, 'ArrowDown', { altKey: true })
  await mounted.settle()
  expect(calls(mounted, 'watchlists.moveSymbol')).toEqual([])
  button(mounted, 'Back to my order').click()
  await mounted.settle()
  expect(symbols(mounted)[0]).toBe('AAPL@XNGS')
  await mounted.end()
})

test('dragging a row onto another puts it there', async () => {
  const mounted = await show()
  const drag = (element: Element, type: string) =>
    element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  drag(rows(mounted)[2]!.querySelector('.grip')!, 'dragstart')
  drag(rows(mounted)[0]!.querySelector('td')!, 'dragover')
  drag(rows(mounted)[0]!.querySelector('td')!, 'drop')
  await mounted.settle()
  expect(symbols(mounted)[0]).toBe('NVDA@XNGS')
  await mounted.end()
})

test('Delete takes a row out, and Undo brings it back', async () => {
  const mounted = await show()
  press(rows(mounted)[1]!, 'Delete')
  await mounted.settle()
  expect(symbols(mounted)).not.toContain('MSFT@XNGS')
  button(mounted, 'Undo').click()
  await mounted.settle()
  expect(symbols(mounted)[1]).toBe('MSFT@XNGS')
  await mounted.end()
})

test('typing, an arrow and Enter add an instrument', async () => {
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
  expect(calls(mounted, 'watchlists.addSymbol')).toEqual([{ id: 'w1', symbol: 'APC@XETR' }])
  expect(field.value).toBe('')
  await mounted.end()
})

test('a list is created, renamed and, after a question, removed', async () => {
  const mounted = await show()
  const submit = async (name: string) => {
    const field = mounted.find<HTMLInputElement>('dialog input')
    field.value = name
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await mounted.settle()
    mounted.find<HTMLFormElement>('dialog form').requestSubmit()
    await mounted.settle()
  }
  button(mounted, 'New list').click()
  await mounted.settle()
  await submit('  Metals ')
  expect(calls(mounted, 'watchlists.create')).toEqual([{ name: 'Metals' }])
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Metals')
  button(mounted, 'Rename').click()
  await mounted.settle()
  expect(mounted.find<HTMLInputElement>('dialog input').value).toBe('Metals')
  await submit('Gold')
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Gold')
  button(mounted, 'Remove').click()
  await mounted.settle()
  expect(calls(mounted, 'watchlists.remove')).toEqual([])
  button(mounted, 'Remove the list').click()
  await mounted.settle()
  expect(calls(mounted, 'watchlists.remove')).toHaveLength(1)
  expect(words(mounted.target)).not.toContain('Gold')
  await mounted.end()
})

test('a name that is refused keeps its sheet open and says why', async () => {
  const mounted = await show({ 'watchlists.rename': failing('invalid', 'A list of this name is there already.') })
  button(mounted, 'Rename').click()
  await mounted.settle()
  mounted.find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  expect(words(mounted.find('dialog [role=alert]'))).toContain('A list of this name is there already.')
  await mounted.end()
})

test('the tabs are walked by arrows and the host is told what the chosen list shows', async () => {
  const mounted = await show()
  press(mounted.find('[role=tab]'), 'ArrowRight')
  await mounted.settle()
  expect(words(mounted.find('[aria-selected=true]'))).toContain('Ideas')
  expect(words(mounted.target)).toContain('“Ideas” is empty')
  const told = calls(mounted, 'attention.set').map((params) => (params as { symbols: string[] }).symbols)
  expect(told[0]).toEqual([])
  expect(told).toContainEqual(['AAPL@XNGS', 'MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX'])
  expect(told.at(-1)).toEqual([])
  await mounted.end()
})

test('no list and a broken journal are two things', async () => {
  const empty = await show(emptyAnswers)
  expect(words(empty.target)).toContain('No watchlist yet')
  await empty.end()
  const broken = await show(failingAnswers)
  expect(words(broken.find('[role=alert]'))).toContain('The journal cannot be read.')
  expect(words(broken.target)).not.toContain('No watchlist yet')
  await broken.end()
})

test('privacy mode leaves prices, which are everybody’s', async () => {
  const mounted = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(words(rows(mounted)[0]!)).toContain('227.48')
  await mounted.end()
})
