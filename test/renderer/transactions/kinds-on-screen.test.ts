import { expect, test } from 'vitest'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRows } from '../fixtures/transactions.ts'
import { requested, click, mounted, now, press, show, until } from './transactions-screen.ts'

test('the line of totals counts the rows of unknown kind, and a click shows only these rows', async () => {
  const { store, text } = await show()
  const unknown = store.find({ conditions: [{ field: 'kind', values: ['unknown'], isNot: false }], text: '' }).length
  expect(text()).toContain(`${unknown} of unknown kind`)
  await click(`${unknown} of unknown kind`)
  expect(location.hash).toBe('#/transactions?kind=unknown')
  expect(mounted.text()).toContain('Kind is Unknown')
  expect(mounted.text()).toContain(`${unknown} transactions`)
  expect(mounted.text()).not.toContain('of unknown kind')
})

test('totals by kind list each kind', async () => {
  await show()
  await click('By kind')
  const table = mounted.find('[aria-label="Totals by kind"]').textContent
  for (const title of ['Buy', 'Dividend', 'Commission', 'Unknown']) expect(table).toContain(title)
})

test('rows whose kind is not determined yet are counted', async () => {
  const store = new TransactionStore(transactionRows(20, now))
  const { text } = await show(store, {
    'transactions.totals': ({ filter }) => ({ ...store.totals(filter), unreviewedCount: 1_234 }),
  })
  expect(text()).toContain('finding the kinds of 1,234 transactions')
})

/** Opens the details of the newest row; the responses remember a chosen kind. */
async function openDetail() {
  const store = new TransactionStore(transactionRows(20, now))
  const chosen: (TransactionKind | null)[] = []
  const answers = transactionAnswers(store)
  const ofNone = transactionAnswers(new TransactionStore([]))
  let listed = answers
  await show(store, {
    'transactions.page': (params) => listed['transactions.page'](params),
    'transactions.seek': (params) => listed['transactions.seek'](params),
    'transactions.totals': (params) => listed['transactions.totals'](params),
    'transactions.setKind': ({ kind }) => {
      const previous = chosen.at(-1) ?? null
      chosen.push(kind)
      return { previous }
    },
    'transactions.detail': async (params) => {
      const kind = chosen.at(-1) ?? null
      const detail = await answers['transactions.detail'](params)
      if (kind === null) return detail
      return { ...detail, kind, kindRule: 'person', chosenKind: { scope: 'row', kind } }
    },
  })
  await press('Enter')
  const set = async (kind: TransactionKind) => {
    await click('Change')
    const select = mounted.find<HTMLSelectElement>('.editor select')
    select.value = kind
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await mounted.settle()
  }
  const refresh = async () => {
    mounted.transport.emit('transactions.changed', { accountId: '1900001' })
    await mounted.settle()
  }
  return { set, refresh, leaveFilter: () => (listed = ofNone) }
}

test('the details show the kind and its rule, and a chosen kind can be undone', async () => {
  const { set, refresh } = await openDetail()
  expect(mounted.find('aside').textContent).toMatch(/found by|no rule/)
  await set('fine')
  await click('Set kind')
  expect(mounted.find('aside [role=status]').textContent).toMatch(/This transaction:\s+Fine\./)
  await refresh()
  await until(() => mounted.find('aside').textContent.includes('chosen by you'))
  await click('Undo')
  expect(requested('transactions.setKind')).toEqual([
    expect.objectContaining({ kind: 'fine', scope: 'row' }),
    expect.objectContaining({ kind: null, scope: 'row' }),
  ])
  expect(mounted.target.querySelector('aside [role=status]')).toBeNull()
})

test('a kind can still be undone after no row matches the filter any more', async () => {
  const { set, refresh, leaveFilter } = await openDetail()
  await set('fine')
  await click('Set kind')
  leaveFilter()
  await refresh()
  await until(() => mounted.text().includes('No transactions yet'))
  await click('Undo')
  expect(requested('transactions.setKind').at(-1)).toMatchObject({ kind: null })
})

test('a kind can be chosen for all similar rows, and their common properties are named', async () => {
  const { set } = await openDetail()
  await set('interest')
  const all = [...mounted.target.querySelectorAll('label')].find(({ textContent }) =>
    textContent.includes('All like this'),
  )
  all?.querySelector('input')?.click()
  await mounted.settle()
  expect(mounted.find('.editor').textContent).toMatch(/All named “.*” with the category/)
  await click('Set kind')
  expect(requested('transactions.setKind')).toEqual([
    expect.objectContaining({ kind: 'interest', scope: 'all-like-this' }),
  ])
})

test('a failed choice shows the error and offers no undo', async () => {
  await show(undefined, { 'transactions.setKind': () => Promise.reject(new Error('The disk is full.')) })
  await press('Enter')
  await click('Change')
  await click('Set kind')
  expect(mounted.find('aside [role=alert]').textContent).not.toBe('')
  expect(mounted.target.querySelector('aside [role=status]')).toBeNull()
})
