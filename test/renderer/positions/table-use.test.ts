import { expect, test } from 'vitest'
import { show, words, rowOf, cellsOf, heads } from './positions-screen.ts'

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  target
    .querySelector('[role=treegrid]')!
    .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

const activeRow = (target: Element) =>
  document.getElementById(target.querySelector('[role=treegrid]')!.getAttribute('aria-activedescendant')!)

test('the screen says when positions are sorted within each currency', async () => {
  const { target, end } = await show()
  expect(words(target)).toContain('Sorted within each currency')
  await end()
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

test('grouping puts the rows under headings; a filter without matches says so', async () => {
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
  expect(words(target)).toMatch(/Price is now column 9 of \d+/)
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

test('the account is a column when all accounts are shown; without that column, split rows show it beside the name', async () => {
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

test('arrow keys move through the rows, and expand and collapse the accounts of a row', async () => {
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

test('an expanded row stays active when the sort order changes', async () => {
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

test('the menu of a row opens by mouse and by keyboard, and returns the focus', async () => {
  const { target, transport, settle, end } = await show()
  const table = target.querySelector<HTMLElement>('[role=treegrid]')!
  table.focus()
  rowOf(target, 'Apple').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await settle()
  const items = () => [...target.querySelectorAll<HTMLElement>('[role=menuitem]')]
  expect(items().map((item) => words(item).trim())).toEqual(
    expect.arrayContaining(['Transactions', 'Copy symbol', 'Copy row', 'New alert at a price…']),
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
