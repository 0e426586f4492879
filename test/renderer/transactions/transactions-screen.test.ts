import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Transactions from '../../../src/renderer/transactions/Transactions.svelte'
import { day, settings } from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/mount.ts'
import { transactionAnswers, transactionRow, transactionRows, TransactionStore } from '../fixtures/transactions.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

const now = Date.UTC(2026, 10, 1)
let mounted: Mounted | undefined
let copied: string[]
beforeEach(() => {
  location.hash = '#/transactions'
  localStorage.clear()
  copied = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
})
afterEach(async () => {
  await mounted?.end()
  mounted = undefined
  vi.unstubAllGlobals()
})

async function show(store = new TransactionStore(transactionRows(900, now)), overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport({ ...transactionAnswers(store), ...overrides })
  mounted = await mountInApp(Transactions, {}, transport)
  return { ...mounted, store, transport }
}
const grid = () => mounted!.find('[role=grid]')
const press = async (key: string, init: KeyboardEventInit = {}, target: Element = grid()) => {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  await mounted!.settle()
}
const click = async (name: string) => {
  const button = [...mounted!.target.querySelectorAll('button')].find(
    (candidate) => candidate.textContent.trim() === name || candidate.getAttribute('aria-label') === name,
  )
  if (!button) throw new Error(`no button ${name} in ${mounted!.text()}`)
  button.click()
  await mounted!.settle()
}
const asked = (method: string) =>
  mounted!.transport.calls.filter((call) => call.method === method).map(({ params }) => params)
/** Waits for what a pause stands before. */
const until = async (isSo: () => boolean) => {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    await mounted!.settle()
  }
  expect(isSo()).toBe(true)
}

test('shows the newest rows, how many there are, and the exact sum of each currency', async () => {
  const { text, store, find } = await show()
  expect(text()).toContain('900 transactions')
  for (const { currency } of store.totals({ conditions: [], text: '' }).byCurrency) expect(text()).toContain(currency)
  expect(grid().getAttribute('aria-rowcount')).toBe('901')
  expect(find('[aria-rowindex="2"]').textContent).toContain('13 Oct 2026')
  expect(mounted!.target.querySelectorAll('[role=row]').length).toBeLessThan(70)
})

test('typing searches after a pause, and the address says what is shown', async () => {
  const { find } = await show()
  const field = find<HTMLInputElement>('input[type=search]')
  field.value = 'apple'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => location.hash === '#/transactions?q=apple')
  await until(() => !mounted!.text().includes('900 transactions'))
  const names = [...grid().querySelectorAll('.instrument')].map((cell) => cell.textContent)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !name.includes('Apple'))).toEqual([])
})

test('an address shows its filter as pills; Delete takes one out, and the focus stays in the bar', async () => {
  location.hash = '#/transactions?category=TAX&not.account=1900001&order=oldest'
  const { text, target } = await show()
  expect(text()).toContain('Category is Tax')
  expect(text()).toContain('Account is not 1900001')
  expect(asked('transactions.page')[0]).toMatchObject({ direction: 'oldest' })
  await press('Delete', {}, target.querySelector('.edit')!)
  expect(location.hash).toBe('#/transactions?not.account=1900001&order=oldest')
  expect(document.activeElement?.textContent).toContain('Account is not')
})

test('a pill is opened by its button, turned round in its place, and Escape leads back to it', async () => {
  location.hash = '#/transactions?category=TAX'
  const { target, find } = await show()
  find<HTMLButtonElement>('.edit').click()
  await mounted!.settle()
  const not = [...target.querySelectorAll('[role=dialog] label')].find((label) => label.textContent.trim() === 'is not')
  not?.querySelector('input')?.click()
  await mounted!.settle()
  expect(location.hash).toBe('#/transactions?not.category=TAX')
  await press('Escape', {}, find('[role=dialog]'))
  expect(target.querySelector('[role=dialog]')).toBeNull()
  expect(document.activeElement?.className).toContain('edit')
})

test('the account in scope narrows rows and totals, whatever the filter says', async () => {
  const { app } = await show()
  app.accountId = 'TRQD05:989213'
  await until(() => mounted!.text().includes('180 transactions'))
  expect(asked('transactions.totals').at(-1)).toEqual({
    filter: { conditions: [{ field: 'account', values: ['TRQD05:989213'], isNot: false }], text: '' },
  })
})

test('the arrow keys walk, Home and End lead to the ends, and the box keeps the focus', async () => {
  await show()
  grid().focus()
  await press('ArrowDown')
  await press('ArrowDown')
  expect(grid().getAttribute('aria-activedescendant')).toMatch(/-2$/)
  await press('Home')
  expect(grid().getAttribute('aria-activedescendant')).toMatch(/-0$/)
  await press('Enter')
  expect(mounted!.find('aside').textContent).toContain('t899')
  await press('ArrowDown')
  expect(mounted!.find('aside').textContent).toContain('t898')
  await press('Escape')
  expect(mounted!.target.querySelector('aside')).toBeNull()
})

test('the detail has raw values, ids, and when the row was read', async () => {
  await show()
  await press('Enter')
  const words = mounted!.find('aside').textContent
  expect(words).toContain('OTHERS')
  expect(words).toMatch(/2026-10-\d\dT\d\d:\d\d:\d\d.000Z/)
  expect(words).toMatch(/First read\s*\d+ \w+ 2026/)
})

test('Space and Shift with arrows select, Ctrl C copies with exact amounts', async () => {
  await show()
  await press(' ')
  await press('ArrowDown', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  expect(mounted!.text()).toContain('3 rows selected')
  await press('c', { ctrlKey: true })
  const lines = copied[0]!.split('\n').map((line) => line.split('\t'))
  expect(lines.map((line) => line.at(-1))).toEqual(['Id', 't899', 't898', 't897'])
  expect(lines[1]).toContain(transactionRow(899, 0).transaction.change!.amount)
  expect(mounted!.text()).toContain('3 rows copied.')
})

test('Ctrl A selects what is loaded, and says that it is not all', async () => {
  await show(new TransactionStore(transactionRows(5000, now)))
  await press('a', { ctrlKey: true })
  expect(mounted!.text()).toMatch(/Selected [\d,]+ rows: those that are loaded here\. To have all, export them\./)
})

test('in privacy mode no amount is on the page, in its titles or in what is copied', async () => {
  const { app, target } = await show(undefined, {
    'settings.read': () => ({ ...settings, hideAmounts: true }),
  })
  expect(app.isPrivate).toBe(true)
  const amount = transactionRow(899, 0).transaction.change!.amount.replace('-', '')
  const isShown = () => target.innerHTML.replaceAll(',', '').includes(amount)
  expect(isShown()).toBe(false)
  expect(mounted!.text()).toContain('•••')
  await press('Enter')
  expect(isShown()).toBe(false)
  await press('c', { ctrlKey: true })
  expect(copied[0]).not.toContain(amount)
  expect(mounted!.text()).toContain('One row copied without amounts')
  await click('Export')
  expect(mounted!.text()).toContain('Show amounts first')
})

test('new rows come by themselves at the top, and are offered while something is selected', async () => {
  const { store, transport, text } = await show()
  store.add(transactionRow(5000, now + day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => mounted!.find('[aria-rowindex="2"]').textContent.includes('2 Nov 2026'))
  await press(' ')
  store.add(transactionRow(5001, now + 2 * day), transactionRow(5002, now + 2 * day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => text().includes('2 new rows · show'))
  expect(mounted!.find('[aria-rowindex="2"]').textContent).toContain('2 Nov 2026')
  await click('2 new rows · show')
  expect(mounted!.find('[aria-rowindex="2"]').textContent).toContain('3 Nov 2026')
})

test('a row that is open stays where it is when new ones come', async () => {
  const { store, transport, text, find } = await show()
  await press('Enter')
  store.add(transactionRow(5000, now + day))
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => text().includes('1 new row · show'))
  expect(find('[aria-rowindex="2"]').textContent).toContain('13 Oct 2026')
  expect(find('aside').textContent).toContain('t899')
})

test('totals say that they are of what is loaded while the period is not covered', async () => {
  const { text } = await show(undefined, {
    'transactions.coverage': () => [
      {
        accountId: '1900001',
        covered: [{ from: now - 30 * day, to: Date.now() }],
        gaps: [],
        beginsAt: null,
        isWhole: false,
      },
    ],
  })
  expect(text()).toContain('of what is loaded')
  expect(text()).toContain('1900001: loaded back to 2 Oct 2026, still loading')
})

test('while totals are counted there are dots, and the rows are there already', async () => {
  let answer: (() => void) | undefined
  const store = new TransactionStore(transactionRows(900, now))
  const { text } = await show(store, {
    'transactions.totals': ({ filter }) => new Promise((resolve) => (answer = () => resolve(store.totals(filter)))),
  })
  expect(text()).toContain('… transactions')
  expect(grid().textContent).toContain('13 Oct 2026')
  answer?.()
  await mounted!.settle()
  expect(text()).toContain('900 transactions')
})

test('nothing found, nothing there and nothing to be read are three things', async () => {
  location.hash = '#/transactions?q=zzz'
  await show()
  expect(mounted!.text()).toContain('No transaction matches')
  await click('Clear the filter')
  expect(mounted!.text()).toContain('900 transactions')
  await mounted!.end()
  location.hash = '#/transactions'
  localStorage.clear()
  await show(new TransactionStore([]))
  expect(mounted!.text()).toContain('No transaction yet')
  await mounted!.end()
  await show(undefined, { 'transactions.page': failing('internal', 'The cache cannot be read.') })
  expect(mounted!.text()).toContain('The transactions could not be read')
})

test('a view is saved under a name, opened, removed and brought back', async () => {
  location.hash = '#/transactions?category=TAX'
  const { find, text } = await show()
  await click('Views')
  await click('Save this view')
  find<HTMLInputElement>('dialog input').value = 'Taxes'
  find('dialog input').dispatchEvent(new Event('input', { bubbles: true }))
  await mounted!.settle()
  find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted!.settle()
  await click('Clear')
  expect(location.hash).toBe('#/transactions')
  await click('Views')
  await click('Taxes')
  expect(location.hash).toBe('#/transactions?category=TAX')
  await click('Taxes')
  await click('Remove “Taxes”')
  expect(text()).toContain('“Taxes” was removed')
  await click('Undo')
  expect(asked('views.save')).toHaveLength(2)
  expect(find('.open').textContent).toBe('Taxes')
})

test('where a person was is remembered: a bare address leads there', async () => {
  location.hash = '#/transactions?category=TAX'
  await show()
  mounted!.find('[role=columnheader] button').click()
  await mounted!.settle()
  await mounted!.end()
  location.hash = '#/transactions'
  await show()
  expect(location.hash).toBe('#/transactions?category=TAX&order=oldest')
  expect(mounted!.text()).toContain('Category is Tax')
})

test('an export is started with its separator, followed, cancelled, and says where the file lies', async () => {
  const { transport, find, text } = await show()
  await click('Export')
  find<HTMLInputElement>('dialog input[value=";"]').click()
  await click('Export 900 rows')
  expect(asked('exports.start')[0]).toMatchObject({ separator: ';', direction: 'newest' })
  expect(text()).toContain('0 of 900 rows written')
  await click('Cancel the export')
  expect(text()).toContain('Cancelled: no file was left.')
  await mounted!.end()
  expect(transport.listening('exports.changed')).toBe(0)
  await show(undefined, {
    'exports.start': () => ({ id: 'x', phase: 'done', written: 900, total: 900, path: '/tmp/all.csv', message: null }),
    'exports.list': () => [],
  })
  await click('Export')
  await click('Export 900 rows')
  expect(text()).toBeDefined()
  expect(mounted!.text()).toContain('/tmp/all.csv')
})
