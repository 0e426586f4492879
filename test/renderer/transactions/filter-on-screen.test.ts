import { expect, test } from 'vitest'
import { requested, click, copied, grid, mounted, press, show, until } from './transactions-screen.ts'

test('typed text is searched after a pause and written into the address', async () => {
  const { find } = await show()
  const field = find<HTMLInputElement>('input[type=search]')
  field.value = 'apple'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => location.hash === '#/transactions?q=apple')
  await until(() => !mounted.text().includes('900 transactions'))
  const names = [...grid().querySelectorAll('.instrument')].map((cell) => cell.textContent)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !name.includes('Apple'))).toEqual([])
})

test('the filter of an address is shown as pills; Delete removes a pill, and the focus stays in the filter bar', async () => {
  location.hash = '#/transactions?category=TAX&not.account=1900001&order=oldest'
  const { text, target } = await show()
  expect(text()).toContain('Category is Tax')
  expect(text()).toContain('Account is not 1900001')
  expect(requested('transactions.page')[0]).toMatchObject({ direction: 'oldest' })
  await press('Delete', {}, target.querySelector('.edit')!)
  expect(location.hash).toBe('#/transactions?not.account=1900001&order=oldest')
  expect(document.activeElement?.textContent).toContain('Account is not')
})

test('a filter pill opens its editor, which stays open when the condition is negated', async () => {
  location.hash = '#/transactions?category=TAX'
  const { target, find, text } = await show()
  find<HTMLButtonElement>('.edit').click()
  await mounted.settle()
  const not = [...target.querySelectorAll('[role=dialog] label')].find((label) => label.textContent.trim() === 'is not')
  not?.querySelector('input')?.click()
  await mounted.settle()
  expect(location.hash).toBe('#/transactions?not.category=TAX')
  expect(text()).toContain('Category is not Tax')
  expect(find('.edit').getAttribute('aria-expanded')).toBe('true')
})

test('the selected account limits rows and totals in addition to the filter', async () => {
  const { app } = await show()
  app.accountId = 'TRQD05:989213'
  await until(() => mounted.text().includes('180 transactions'))
  expect(requested('transactions.totals').at(-1)).toEqual({
    filter: { conditions: [{ field: 'account', values: ['TRQD05:989213'], isNot: false }], text: '' },
  })
})

test('a view is saved, opened, removed and restored', async () => {
  location.hash = '#/transactions?category=TAX'
  const { find, text } = await show()
  await click('Views')
  await click('Save this view')
  find<HTMLInputElement>('dialog input').value = 'Taxes'
  find('dialog input').dispatchEvent(new Event('input', { bubbles: true }))
  await mounted.settle()
  find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  await click('Clear')
  expect(location.hash).toBe('#/transactions')
  await click('Views')
  await click('Taxes')
  expect(location.hash).toBe('#/transactions?category=TAX')
  await click('Taxes')
  await click('Remove “Taxes”')
  expect(text()).toContain('“Taxes” was removed')
  await click('Undo')
  expect(requested('views.save')).toHaveLength(2)
  expect(find('.open').textContent).toBe('Taxes')
})

test('the plain address opens the last view settings', async () => {
  location.hash = '#/transactions?category=TAX'
  await show()
  mounted.find('[role=columnheader] button').click()
  await mounted.settle()
  await mounted.end()
  location.hash = '#/transactions'
  await show()
  expect(location.hash).toBe('#/transactions?category=TAX&order=oldest')
  expect(mounted.text()).toContain('Category is Tax')
})

test('an export uses the chosen separator, shows its progress, can be cancelled, and shows its path at the end', async () => {
  const { transport, find, text } = await show()
  await click('Export')
  find<HTMLInputElement>('dialog input[value="decimalComma"]').click()
  await click('Export 900 rows')
  expect(requested('exports.start')[0]).toMatchObject({ separator: ';', decimalMark: ',', direction: 'newest' })
  expect(text()).toContain('0 of 900 rows written')
  await click('Cancel the export')
  expect(text()).toContain('Export cancelled. No file was saved.')
  await mounted.end()
  expect(transport.listening('exports.changed')).toBe(0)
  await show(undefined, {
    'exports.start': () => ({ id: 'x', phase: 'done', written: 900, total: 900, path: '/tmp/all.csv', message: null }),
    'exports.list': () => [],
  })
  await click('Export')
  await click('Export 900 rows')
  expect(text()).toBeDefined()
  expect(mounted.text()).toContain('/tmp/all.csv')
  // The result has the focus, and after it the form.
  expect(document.activeElement?.textContent).toBe('Download')
  await click('Export something else')
  expect(document.activeElement?.tagName).toBe('SELECT')
})

test('an export for another program contains all transactions of the selected account, and its folder can be shown', async () => {
  const done = { id: 'x', phase: 'done' as const, written: 9, total: 9, path: '/tmp/hledger.journal', message: null }
  const { app, find } = await show(undefined, {
    'exports.startWhole': () => done,
    'exports.list': () => [],
    'app.read': () => ({ version: '1', host: 'desktop', platform: 'linux', dataDir: '/data' }),
  })
  await click('Export')
  const format = find<HTMLSelectElement>('dialog select')
  format.value = 'hledger'
  format.dispatchEvent(new Event('change', { bubbles: true }))
  await mounted.settle()
  expect(mounted.text()).toContain('The filters do not apply')
  await click('Export all accounts')
  expect(requested('exports.startWhole')).toEqual([{ format: 'hledger', accountIds: null }])
  expect(mounted.text()).toContain('/tmp/hledger.journal')
  await click('Show in folder')
  expect(requested('exports.showInFolder')).toEqual([{ id: 'x' }])
  app.accountId = '1900002'
  await mounted.settle()
  await click('Export something else')
  await click('Export account 1900002')
  expect(requested('exports.startWhole')[1]).toEqual({ format: 'hledger', accountIds: ['1900002'] })
})

test('a finished export offers download and path, but no button that starts it again', async () => {
  const done = { id: '7', phase: 'done' as const, written: 900, total: 900, path: '/tmp/all.csv', message: null }
  const { find } = await show(undefined, { 'exports.start': () => done, 'exports.list': () => [] })
  await click('Export')
  const start = [...mounted.target.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === 'Export 900 rows',
  )
  start!.click()
  start!.click()
  await mounted.settle()
  expect(requested('exports.start')).toHaveLength(1)
  expect(find('dialog a[download]').getAttribute('href')).toBe('/exports/7')
  expect([...find('dialog').querySelectorAll('button')].map(({ textContent }) => textContent.trim())).toEqual(
    expect.not.arrayContaining(['Export 900 rows']),
  )
  await click('Copy path')
  expect(copied).toEqual(['/tmp/all.csv'])
  await click('Close')
  await click('Export')
  expect(find('dialog').textContent).not.toContain('/tmp/all.csv')
})
