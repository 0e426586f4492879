import type { Component } from 'svelte'
import { expect, test } from 'vitest'
import Day from '#renderer/day/Day.svelte'
import Income from '#renderer/income/Income.svelte'
import IncomeDetail from '#renderer/income/IncomeDetail.svelte'
import Reconciliation from '#renderer/reconciliation/Reconciliation.svelte'
import { dec } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'
import { incomeRow } from '../income/income-rows.ts'

const withdrawn = (accountId: string, at: number) => ({
  ...{ accountId, instrumentName: null, instrumentType: null, kind: 'deposit' as const, kindRule: 'category' as const },
  transaction: {
    ...{ id: `${at}`, at, atText: '', category: 'DEPOSIT', name: 'Deposit', symbol: '' },
    ...{ change: { currency: 'RUB', amount: dec('5') }, changeQuantity: null, trade: null },
  },
  since: fixtureNow,
})
const day = 86_400_000
const rows = [withdrawn('1900001', fixtureNow - 2 * day), withdrawn('1900001', fixtureNow - 90 * day)]

async function said(screen: Component, hash: string): Promise<string[]> {
  location.hash = hash
  const mounted = await mountInApp(screen, {}, fixtureTransport({ 'transactions.withdrawn': () => rows }))
  const notices = [...mounted.target.querySelectorAll('.notice strong')].map(({ textContent }) => textContent)
  await mounted.end()
  return notices.filter((title) => title.includes('no longer sent'))
}

test('Income, a day and the account in Reconciliation say how many transactions are missing in their figures', async () => {
  const both = '2 transactions are no longer sent by the service'
  expect(await said(Income, '#/income')).toEqual([both])
  expect(await said(Reconciliation, '#/reconciliation')).toEqual([both])
  expect(await said(Day, '#/day')).toEqual([both])
  const past = new Date(fixtureNow - 30 * day).toISOString().slice(0, 10)
  expect(await said(Day, `#/day/${past}`)).toEqual(['1 transaction is no longer sent by the service'])
})

test('a missing payment names withdrawn transactions of its instrument and account within a week', async () => {
  const titles = async (state: 'missing' | 'received', date: string, symbol = 'AAA@XXXX', accountId = '1900001') => {
    const [first] = rows
    const paid = {
      ...first!,
      accountId,
      transaction: { ...first!.transaction, symbol, at: Date.parse('2026-03-31T12:00Z') },
    }
    const transport = fixtureTransport({ 'transactions.withdrawn': () => [paid] })
    const row = incomeRow({ state, date, transactionIds: [] })
    const mounted = await mountInApp(IncomeDetail, { row, onclose: () => undefined }, transport)
    const found = [...mounted.target.querySelectorAll('.notice strong')].map(({ textContent }) => textContent)
    await mounted.end()
    return found
  }
  const one = ['1 transaction is no longer sent by the service']
  expect(await titles('missing', '2026-03-31')).toEqual(one)
  expect([await titles('missing', '2026-03-24'), await titles('missing', '2026-04-07')]).toEqual([one, one])
  expect([await titles('missing', '2026-03-23'), await titles('missing', '2026-04-08')]).toEqual([[], []])
  expect(await titles('received', '2026-03-31')).toEqual([])
  expect(await titles('missing', '2026-03-31', 'BBB@XXXX')).toEqual([])
  expect(await titles('missing', '2026-03-31', 'AAA@XXXX', '1900002')).toEqual([])
})
