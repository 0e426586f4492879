import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { today } from './account-figures.ts'
import { openReported, reportedCases, type ReportedCase, type ReportedProfile } from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Money of unknown currency in every sum over its time, and the payments that taxes belong to in every place.

const row = (
  id: string,
  date: string,
  category: string,
  name: string,
  change: string,
  currency: string,
  more = {},
) => ({
  ...{ id, at: `${date}T09:00:00Z`, category, name, change, currency, ...more },
})
const mixed: ReportedCase = {
  ...{ id: 'unknown-currency', what: '', question: '', expect: {}, reason: '' },
  instruments: { 'PAYU@MISX': { type: 'EQUITIES', currency: 'RUB', price: '10' } },
  accounts: {
    a: {
      rows: [
        row('91', '2025-01-10', 'DEPOSIT', 'Ввод', '1000', 'RUB'),
        row('92', '2025-01-11', 'DEPOSIT', 'Ввод', '50', 'USD'),
        row('93', '2025-02-03', 'OTHERS', 'Покупка', '-100', 'RUB', { symbol: 'PAYU@MISX', size: '10', price: '10' }),
        row('94', '2025-03-04', 'INCOME', 'Дивиденды', '5', '', { symbol: 'PAYU@MISX' }),
        row('95', '2025-03-05', 'COMMISSION', 'Комиссия', '-2', ''),
      ],
      positions: { 'PAYU@MISX': '10' },
      cash: { RUB: '900', USD: '50' },
    },
  },
}
const emptied: ReportedCase = {
  ...{ id: 'nothing-left', what: '', question: '', expect: {}, reason: '', instruments: {} },
  accounts: {
    a: {
      rows: [
        row('96', '2025-03-10', 'DEPOSIT', 'Ввод', '10', 'RUB'),
        row('97', '2025-03-12', 'WITHDRAW', 'Вывод', '-10', 'RUB'),
      ],
      positions: {},
      cash: {},
    },
  },
}
const [coupons] = reportedCases.filter(({ id }) => id === 'coupon-tax-charged-next-day')

let opened: ReportedProfile
beforeAll(async () => {
  opened = await openReported([mixed, emptied, ...(coupons === undefined ? [] : [coupons])])
  await opened.settle()
}, 120_000)
afterAll(() => opened.close())

describe('money of unknown currency', () => {
  const accountId = (): string => opened.accountOf(mixed.id)
  const unknown = <T extends { readonly currency: string }>(list: readonly T[]): T | undefined =>
    list.find(({ currency }) => currency === '')

  test('is in the value of a day, and its sum names it', async () => {
    const day = await figuresOf(opened, accountId()).day(today)
    expect(unknown(day.accounts[0]?.cash ?? [])).toEqual({ currency: '', amount: '3' })
    expect(unknown(day.accounts[0]?.replayed ?? [])).toEqual({ currency: '', amount: '3' })
  })

  test('is a line of its own in the performance of one instrument', async () => {
    const scope = { accountId: accountId(), symbol: 'PAYU@MISX', type: null, currency: null }
    const period = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) }
    const { currency, byCurrency } = await opened.client.call('performance.read', { ...scope, ...period })
    expect([currency, unknown(byCurrency)?.income]).toEqual(['RUB', '5'])
    const [year] = await opened.client.call('performance.table', { ...scope, ...period, by: 'year' })
    expect([year?.currency, unknown(year?.byCurrency ?? [])?.income]).toEqual(['RUB', '5'])
  })

  test('has a name where it is why nothing is derived', async () => {
    const { notDerived } = await opened.client.call('equity.history', { accountId: accountId(), from: 0 })
    expect(notDerived).toEqual({ reason: 'differs', names: ['unknown currency'] })
  })

  test('is a line of its own between two days, with its causes', async () => {
    const days = { accountId: accountId(), from: '2025-02-28', to: '2025-03-31' }
    const { byCurrency } = await opened.client.call('history.compare', days)
    expect(unknown(byCurrency)).toMatchObject({ change: '3', income: '5', fees: '-2', price: '0', other: '0' })
    const quiet = await opened.client.call('history.compare', { ...days, from: '2025-01-31', to: '2025-02-28' })
    expect(unknown(quiet.byCurrency)).toBe(undefined)
  })

  test('is in the sums of income, of charges and of transactions', async () => {
    const summary = await opened.client.call('income.summary', { accountId: accountId(), by: 'currency' })
    expect(unknown(summary.total)).toMatchObject({ gross: '5' })
    expect(summary.groups.map(({ key }) => key)).toContain('')
    const scope = { accountId: accountId(), symbol: null, from: null, to: null }
    const [charges] = await opened.client.call('charges.list', scope)
    expect(unknown(charges?.totals ?? [])).toMatchObject({ kind: 'commission', ofAccount: '2' })
    const filter = { conditions: [{ field: 'account' as const, values: [accountId()], isNot: false }], text: '' }
    const { byCurrency } = await opened.client.call('transactions.totals', { filter })
    expect(unknown(byCurrency)).toMatchObject({ amount: '3' })
  })
})

test('the value of an account from which all was withdrawn is 0 in the currency that it had', async () => {
  const { day } = figuresOf(opened, opened.accountOf(emptied.id))
  for (const date of ['2025-03-13', today])
    expect((await day(date)).total).toMatchObject({ currency: 'RUB', replayed: '0', notConverted: [] })
  expect((await day('2025-03-09')).total).toBe(null)
})

describe('the detail of a tax', () => {
  const accountId = (): string => opened.accountOf(coupons?.id ?? '')
  const read = (id: string) => opened.client.call('charges.read', { accountId: accountId(), id })

  test('names the payment that the income has it for, and the payment names the tax', async () => {
    const income = (await figuresOf(opened, accountId()).income()).filter(({ tax }) => tax !== null && tax !== '0')
    expect(income.map(({ tax }) => tax)).toEqual(coupons?.expect['taxes'])
    for (const { transactionIds } of income) {
      const details = await Promise.all(transactionIds.map(async (id) => ({ id, detail: await read(id) })))
      const taxes = details.filter(({ detail }) => detail.owner !== null)
      const payments = details.filter(({ detail }) => detail.owner === null)
      expect([taxes.length > 0, payments.length > 0]).toEqual([true, true])
      for (const { detail } of taxes) {
        expect(detail.owner?.kind).toBe('payment')
        expect(detail.owner?.rows.map(({ id }) => id)).toEqual(payments.map(({ id }) => id))
      }
      for (const { detail } of payments)
        expect(detail.charges.map(({ id }) => id).sort()).toEqual(taxes.map(({ id }) => id).sort())
    }
  })

  test('counts as charged for a payment in the totals of charges', async () => {
    const [charges] = await opened.client.call('charges.list', {
      ...{ accountId: accountId(), symbol: null, from: null, to: null },
    })
    expect(charges?.totals.find(({ kind }) => kind === 'tax')).toMatchObject({ ofAccount: '0', ambiguous: '0' })
  })
})
