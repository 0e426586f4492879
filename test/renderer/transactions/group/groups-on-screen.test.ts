import { expect, test } from 'vitest'
import { dec } from '../../fixtures/data.ts'
import { TransactionStore } from '../../fixtures/transaction-store.ts'
import { transactionAnswers } from '../../fixtures/transactions.ts'
import { failing } from '../../fixtures/transport.ts'
import { click, grid, mounted, press, requested, until } from '../transactions-screen.ts'
import {
  confirm,
  dialog,
  draftOf,
  isOpen,
  openDialog,
  pieces,
  previewWithAlike,
  rows,
  showSelected,
} from './groups-screen.ts'

const button = () => mounted.button('These belong together…')
const menu = () => [...mounted.target.querySelectorAll<HTMLElement>('[role=menuitem]')]
const status = () =>
  [...mounted.target.querySelectorAll('p[role=status]')].map(({ textContent }) => textContent).join(' ')
const detail = () => mounted.find('aside').textContent.replace(/\s+/g, ' ')

test('the button for selected rows says why they cannot be a group', async () => {
  const many = Array.from({ length: 33 }, (_, index) => pieces(`${100 + index}`, 'OLD@X', '1'))
  await showSelected(1, {}, many)
  expect([button().disabled, button().title]).toEqual([true, 'Select at least two transactions.'])
  for (let row = 1; row < 32; row++) await press('ArrowDown', { shiftKey: true })
  expect(button().disabled).toBe(false)
  await press('ArrowDown', { shiftKey: true })
  expect([button().disabled, button().title]).toEqual([true, 'At most 32 transactions can belong together.'])
  await mounted.end()
  await showSelected(2, {}, [pieces('1', 'OLD@X', '1'), pieces('2', 'OLD@X', '-1', '1900002')])
  expect([button().disabled, button().title]).toEqual([true, 'Select transactions of one account only.'])
})

test('Ctrl G opens the dialog for the selected rows, or says why not', async () => {
  await showSelected(1)
  await press('g', { ctrlKey: true })
  expect(isOpen()).toBe(false)
  expect(mounted.text()).toContain('Select at least two transactions.')
  await press('ArrowDown', { shiftKey: true })
  await press('g', { ctrlKey: true })
  expect(dialog().textContent).toContain('Row 3')
  expect(mounted.find('[aria-label="Selected rows"]').textContent).not.toContain('Select at least two')
})

test('the menu of a selected row opens the dialog; the menu of another row does not offer it', async () => {
  await showSelected(2)
  const offered = () => menu().find(({ textContent }) => textContent.includes('These belong together…'))
  await press('F10', { shiftKey: true })
  offered()?.click()
  await mounted.settle()
  expect(isOpen()).toBe(true)
  await mounted.press('Cancel')
  await press('ArrowDown')
  await press('F10', { shiftKey: true })
  expect(menu().length).toBeGreaterThan(2)
  expect(offered()).toBeUndefined()
})

test('groups that were made are counted and can be undone as one; the list has the focus', async () => {
  await openDialog({
    'transactions.previewGroup': previewWithAlike,
    'transactions.group': ({ groups }) => ({ ids: groups.map(({ rowIds }) => rowIds.join(' ')) }),
  })
  dialog().querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  await mounted.settle()
  confirm().click()
  await mounted.settle()
  expect(isOpen()).toBe(false)
  expect(status()).toContain('2 groups made.')
  expect(mounted.text()).not.toContain('rows selected')
  expect(document.activeElement).toBe(grid())
  await click('Undo')
  expect(requested('transactions.ungroup')).toEqual([{ ids: ['3 4', '1 2'] }])
  expect(status()).toBe('')
})

test('groups can still be undone after no row matches the filter any more, and a failure is shown', async () => {
  const none = transactionAnswers(new TransactionStore([]))
  let listed = transactionAnswers(new TransactionStore(rows))
  await openDialog({
    'transactions.page': (params) => listed['transactions.page'](params),
    'transactions.seek': (params) => listed['transactions.seek'](params),
    'transactions.totals': (params) => listed['transactions.totals'](params),
    'transactions.ungroup': failing('internal', 'The disk is full.'),
  })
  confirm().click()
  await mounted.settle()
  listed = none
  mounted.transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => mounted.text().includes('No transactions yet'))
  await click('Undo')
  expect(mounted.find('p[role=alert]').textContent).toBe('The disk is full.')
  expect(status()).toContain('1 group made.')
})

test('the details link to the other rows of the group, and taking it apart can be undone exactly', async () => {
  const group = { ...draftOf(['3', '4', '1'], 'spin-off'), costShare: dec('0.125'), id: 'g1' }
  let isGrouped = true
  const found = (id: string) => rows.find(({ transaction }) => transaction.id === id) ?? expect.fail(`no row ${id}`)
  await showSelected(1, {
    'transactions.detail': ({ id }) => ({
      ...{ ...found(id), kindRule: 'person', kind: 'split', fetchedAt: 1, chosenKind: null },
      ...{ group: isGrouped ? group : null, former: [] },
    }),
    'transactions.ungroup': () => ((isGrouped = false), { removed: [group] }),
    'transactions.group': () => ((isGrouped = true), { ids: ['g1'] }),
  })
  await press('Enter')
  expect(detail()).toMatch(/Belongs together\s*Spin-off, with 2 other transactions:/)
  expect(detail()).toMatch(/Share of the cost\s*12\.5%/)
  const links = [...mounted.target.querySelectorAll('aside li a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([expect.stringContaining('symbol=OLD%40X'), expect.stringContaining('symbol=OLD%40X')])
  await click('Change')
  expect(detail()).toContain('Take them apart to choose another kind.')
  expect(mounted.target.querySelector('aside select')).toBeNull()

  await click('Take apart')
  mounted.transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => !detail().includes('Take apart'))
  expect(requested('transactions.ungroup')).toEqual([{ ids: ['g1'] }])
  expect(status()).toContain('The group is taken apart.')
  await click('Undo')
  const { id: _, ...draft } = group
  expect(requested('transactions.group')).toEqual([{ groups: [draft] }])
  expect(status()).toBe('')
})
