import { expect, test } from 'vitest'
import type { WithdrawnTransaction } from '#shared/model/transaction/withdrawn-row.ts'
import { dec, settings } from '../fixtures/data.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRow } from '../fixtures/transactions.ts'
import { mounted, press, show, until } from './transactions-screen.ts'

const day = 86_400_000
const start = Date.UTC(2026, 9, 20)
const coupon: WithdrawnTransaction = {
  ...{ accountId: '1900001', instrumentName: 'Bond 1', instrumentType: 'BONDS', kind: 'coupon', kindRule: 'type' },
  transaction: {
    ...{ id: '9', at: start + day / 2, atText: '', category: 'INCOME', name: 'Coupon', symbol: 'BOND@MISX' },
    ...{ change: { currency: 'RUB', amount: dec('37.4') }, changeQuantity: dec('0'), trade: null },
  },
  since: Date.UTC(2026, 9, 28, 12),
}
const purchase: WithdrawnTransaction = {
  ...coupon,
  ...{ accountId: '1900002', kind: 'buy' },
  transaction: { ...coupon.transaction, id: '10', name: 'Purchase', symbol: 'OTHER@MISX', changeQuantity: dec('12') },
}
const answers = { 'transactions.withdrawn': () => [coupon, purchase] }
const empty = () => new TransactionStore([])
const dialog = () => mounted.target.querySelector('dialog[open]')
const words = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
const offer = 'Show transactions'

test('the screen says how many are no longer sent, and lists each with its figures and since when', async () => {
  const { text } = await show(empty(), answers)
  expect(text()).toContain('2 transactions are no longer sent by the service No figure contains them.')
  expect(dialog()).toBeNull()
  await mounted.press(offer)
  expect(dialog()?.getAttribute('aria-labelledby')).toBe(mounted.find('dialog h2').id)
  const lines = [...(dialog()?.querySelectorAll('li') ?? [])].map(words)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^Coupon \+37\.40\sRUB 20 Oct 2026, .*Bond 1 BOND@MISX Account 1900001\. No longer sent since 28 Oct 2026$/,
  )
  expect(lines[1]).toContain('Pieces 12 Account 1900002. No longer sent')
})

test('it counts those of the period, the account and the instrument of the filter', async () => {
  const shownIn = async (address: string) => {
    location.hash = `#/transactions?${address}`
    const { text } = await show(empty(), answers)
    const [, count] = /(\d) transactions? (?:is|are) no longer sent/.exec(text()) ?? []
    await mounted.end()
    return count
  }
  expect(await shownIn(`period=${start}..${start + day}`)).toBe('2')
  expect(await shownIn(`period=${start + day}..${start + 2 * day}`)).toBeUndefined()
  expect(await shownIn('account=1900002')).toBe('1')
  expect(await shownIn('symbol=BOND@MISX')).toBe('1')
  expect(await shownIn('symbol=THIRD@MISX')).toBeUndefined()
  await show(empty(), answers)
})

test('it follows changes, and hides amounts and pieces in privacy mode', async () => {
  let rows = [coupon, purchase]
  const { transport, app } = await show(empty(), { 'transactions.withdrawn': () => rows })
  await app.change({ hideAmounts: true })
  await mounted.press(offer)
  expect(words(dialog())).toContain('No longer sent since')
  expect(words(dialog())).not.toMatch(/37|12 Account/)
  rows = []
  transport.emit('transactions.changed', { accountId: '1900001' })
  await until(() => dialog() === null)
  expect(mounted.text()).not.toContain('no longer sent')
})

test('a transaction that the service changed shows only the old values, and until when they were sent', async () => {
  const row = transactionRow(1, start)
  const { transaction } = row
  const before = { ...transaction, name: 'Earlier name', change: { ...transaction.change!, amount: dec('-5.25') } }
  const first = { ...before, at: start - day, changeQuantity: dec('77') }
  const store = new TransactionStore([row])
  const { 'transactions.detail': detail } = transactionAnswers(store)
  const former = [
    { transaction: before, until: Date.UTC(2026, 9, 25, 12) },
    { transaction: first, until: Date.UTC(2026, 9, 22, 12) },
  ]
  await show(store, { 'transactions.detail': async (params) => ({ ...(await detail(params)), former }) })
  await press('Enter')
  await until(() => mounted.target.querySelector('aside section') !== null)
  const section = mounted.find('aside section')
  expect(section.getAttribute('aria-labelledby')).toBe(section.querySelector('h3')?.id)
  expect(words(section)).toMatch(
    /^Changed by the service Until 25 Oct 2026, 12:00 Amount -5\.25 USD\s*Name Earlier name\s*Until 22 Oct 2026, 12:00 Time 19 Oct 2026, 00:00\s*Quantity 77$/,
  )
  await mounted.end()
  await show(store, { 'settings.read': () => ({ ...settings, hideAmounts: true }) })
  await press('Enter')
  await until(() => mounted.target.querySelector('aside') !== null)
  expect(mounted.text()).not.toContain('Changed by the service')
})
