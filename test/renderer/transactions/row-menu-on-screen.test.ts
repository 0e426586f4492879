import { expect, test } from 'vitest'
import { settings } from '../fixtures/data.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionRow } from '../fixtures/transactions.ts'
import { copied, grid, mounted, now, press, requested, show, until } from './transactions-screen.ts'

const first = transactionRow(899, now)
const items = () => [...mounted.target.querySelectorAll<HTMLElement>('[role=menuitem]')]
const labels = () => items().map((item) => item.querySelector('.label')!.textContent)
const choose = async (label: string) => {
  const item = items().find(({ textContent }) => textContent.startsWith(label))
  if (!item) throw new Error(`no item ${label} among ${labels().join(', ')}`)
  item.click()
  await mounted.settle()
}
const rowAt = (index: number) => mounted.find(`[aria-rowindex="${index + 2}"]`)
const rightClick = async (element: Element) => {
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 9, clientY: 9 })
  element.dispatchEvent(event)
  await mounted.settle()
  return event
}

test.each([['F10', true] as const, ['ContextMenu', false] as const])(
  'the key %s opens the menu of the active row; Escape returns the focus to the list',
  async (key, shiftKey) => {
    await show()
    grid().focus()
    await press('ArrowDown')
    await press(key, { shiftKey })
    expect(labels()).toContain(`Only this account (${transactionRow(898, now).accountId})`)
    expect(document.activeElement).toBe(items()[0])
    await press('Escape', {}, document.activeElement!)
    expect(document.activeElement).toBe(grid())
    await press(key, { shiftKey })
    await choose('Open the details')
    expect(mounted.find('aside').textContent).toContain('t898')
  },
)

test('a right click on a row makes it active and opens its menu; the head of the list has none', async () => {
  await show()
  // The mouse button has put the focus on the link.
  const link = rowAt(2).querySelector('a') ?? expect.fail('no link')
  link.focus()
  const event = await rightClick(link)
  expect([event.defaultPrevented, grid().getAttribute('aria-activedescendant')]).toEqual([
    true,
    expect.stringMatching(/-2$/),
  ])
  await choose('Open the details')
  expect(document.activeElement).toBe(grid())
  expect(mounted.find('aside').textContent).toContain('t897')
  expect((await rightClick(mounted.find('[role=columnheader]'))).defaultPrevented).toBe(false)
  expect(items()).toEqual([])
})

test('the menu filters by the values of the row, in addition to the filter that is set', async () => {
  await show()
  await press('F10', { shiftKey: true })
  await choose('Only this account')
  await press('F10', { shiftKey: true })
  await choose('Only this kind')
  const { accountId, kind } = first
  await until(() => JSON.stringify(requested('transactions.totals').at(-1)).includes(kind))
  expect(requested('transactions.totals').at(-1)).toEqual({
    filter: {
      conditions: [
        { field: 'account', values: [accountId], isNot: false },
        { field: 'kind', values: [kind], isNot: false },
      ],
      text: '',
    },
  })
})

test('the menu offers no filter by account while one account is in scope', async () => {
  const { app, settle } = await show()
  const offered = async () => {
    await rightClick(rowAt(0))
    return labels().filter((label) => label.startsWith('Only this account'))
  }
  expect(await offered()).toEqual([`Only this account (${first.accountId})`])
  app.accountId = first.accountId
  await settle()
  await until(() => mounted.target.querySelector('[aria-busy=false]') !== null)
  expect(await offered()).toEqual([])
})

test('the menu opens the instrument and filters by it only if the row has one', async () => {
  const older = transactionRow(898, now - 1_000)
  const withoutSymbol = { ...older, transaction: { ...older.transaction, symbol: '' } }
  await show(new TransactionStore([withoutSymbol, first]))
  await rightClick(rowAt(1))
  expect(labels().filter((label) => label.includes('instrument'))).toEqual([])
  await rightClick(rowAt(0))
  expect(labels()).toContain(`Only this instrument (${first.transaction.symbol})`)
  await choose('Open the instrument')
  expect(location.hash).toBe(`#/instrument/${encodeURIComponent(first.transaction.symbol)}`)
})

test('the menu copies its row, or the selection if the row belongs to it', async () => {
  await show()
  await press(' ')
  await press('ArrowDown', { shiftKey: true })
  await rightClick(rowAt(4))
  await choose('Copy row')
  await rightClick(rowAt(1))
  await choose('Copy the selection')
  const ids = copied.map((text) =>
    text
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').at(-1)),
  )
  expect(ids).toEqual([['t895'], ['t899', 't898']])
})

test('in privacy mode the menu copies without amounts', async () => {
  await show(undefined, { 'settings.read': () => ({ ...settings, hideAmounts: true }) })
  await rightClick(rowAt(0))
  await choose('Copy without amounts')
  expect(copied[0]).toContain('t899')
  expect(copied[0]).not.toContain(first.transaction.change!.amount.replace('-', ''))
})
