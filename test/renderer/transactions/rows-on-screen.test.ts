import { expect, test } from 'vitest'
import { settings } from '../fixtures/data.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionRow, transactionRows } from '../fixtures/transactions.ts'
import { click, copied, grid, mounted, now, press, show } from './transactions-screen.ts'

test('the screen shows the newest rows, their number, and a sum for each currency', async () => {
  const { text, store, find } = await show()
  expect(text()).toContain('900 transactions')
  for (const { currency } of store.totals({ conditions: [], text: '' }).byCurrency) expect(text()).toContain(currency)
  expect(grid().getAttribute('aria-rowcount')).toBe('901')
  expect(find('[aria-rowindex="2"]').textContent).toContain('13 Oct 2026')
  expect(mounted.target.querySelectorAll('[role=row]').length).toBeLessThan(70)
})

test('arrow keys and Home move the active row, and the grid keeps the focus', async () => {
  await show()
  grid().focus()
  await press('ArrowDown')
  await press('ArrowDown')
  expect(grid().getAttribute('aria-activedescendant')).toMatch(/-2$/)
  await press('Home')
  expect(grid().getAttribute('aria-activedescendant')).toMatch(/-0$/)
  await press('Enter')
  expect(mounted.find('aside').textContent).toContain('t899')
  await press('ArrowDown')
  expect(mounted.find('aside').textContent).toContain('t898')
  await press('Escape')
  expect(mounted.target.querySelector('aside')).toBeNull()
})

test('the details show raw values, ids and the time of loading', async () => {
  await show()
  await press('Enter')
  const words = mounted.find('aside').textContent
  expect(words).toContain('Other')
  expect(words).toMatch(/2026-10-\d\dT\d\d:\d\d:\d\d.000Z/)
  expect(words).toMatch(/First loaded\s*\d+ \w+ 2026/)
})

test('Space and Shift with arrow keys select rows, and Ctrl C copies them with exact amounts', async () => {
  await show()
  await press(' ')
  await press('ArrowDown', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  expect(mounted.text()).toContain('3 rows selected')
  await press('c', { ctrlKey: true })
  const lines = copied[0]!.split('\n').map((line) => line.split('\t'))
  expect(lines.map((line) => line.at(-1))).toEqual(['ID', 't899', 't898', 't897'])
  expect(lines[1]).toContain(transactionRow(899, 0).transaction.change!.amount)
  expect(mounted.text()).toContain('3 rows copied.')
  await click('Clear selection')
  expect(document.activeElement).toBe(grid())
})

test('Ctrl A selects the loaded rows and says that there are more', async () => {
  await show(new TransactionStore(transactionRows(5000, now)))
  await press('a', { ctrlKey: true })
  expect(mounted.text()).toMatch(/Selected [\d,]+ rows, the loaded ones\. Export to get all rows\./)
})

test('privacy mode hides amounts on the page, in titles and in copied text', async () => {
  const { app, target } = await show(undefined, {
    'settings.read': () => ({ ...settings, hideAmounts: true }),
  })
  expect(app.isPrivate).toBe(true)
  const amount = transactionRow(899, 0).transaction.change!.amount.replace('-', '')
  const isShown = () => target.innerHTML.replaceAll(',', '').includes(amount)
  expect(isShown()).toBe(false)
  expect(mounted.text()).toContain('•••')
  await press('Enter')
  expect(isShown()).toBe(false)
  await press('c', { ctrlKey: true })
  expect(copied[0]).not.toContain(amount)
  expect(mounted.text()).toContain('One row copied without amounts')
  await click('Export')
  expect(mounted.text()).toContain('Show them first')
})
