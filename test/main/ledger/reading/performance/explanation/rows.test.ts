import { expect, test } from 'vitest'
import { explainFigure } from '#main/ledger/reading/performance/explanation/reader.ts'
import type { PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import { dec } from '../../../../cache/open-cache.ts'
import { makeDetails } from '../../../../insight/make.ts'
import { finish } from '../../../rig.ts'
import { deposit, money, openPerformance, trade } from '../rig.ts'

type Opened = Awaited<ReturnType<typeof openPerformance>>

/** The ids of the rows that explain a figure, newest first. */
function explainingIds(
  { makeQuestion, sourceOf }: Opened,
  figure: PerformanceFigure,
  accountIds: readonly string[],
): string[] {
  const question = { ...makeQuestion({ accountIds }), figure, figureCurrency: null }
  const { rows, rowCount } = finish(explainFigure(sourceOf(question), question))
  expect(rowCount).toBe(rows.length)
  return rows.map(({ transactionId }) => transactionId)
}

test('a transfer is a deposit for one account, and not for a scope with both accounts', async () => {
  const paid = deposit(1, '1000')
  const sent = money(5, 'TRANSFER', 'Перевод между счетами', '-400')
  const received = money(6, 'TRANSFER', 'Перевод между счетами', '400')
  const opened = await openPerformance({ '1': [paid, sent], '2': [received] })
  expect(explainingIds(opened, 'netDeposits', ['1', '2'])).toEqual([paid.id])
  expect(explainingIds(opened, 'netDeposits', ['2'])).toEqual([received.id])
  expect(explainingIds(opened, 'xirr', ['1', '2'])).toEqual([paid.id])
})

test('the rows of the income are coupons and trades with accrued interest', async () => {
  const symbol = 'BOND@MISX'
  const bought = trade(10, symbol, 2, 990)
  const withInterest = { ...bought, trade: { ...bought.trade!, accruedInterest: dec('12') } }
  const coupon = money(20, 'COUPON', 'Купон', '30', symbol)
  const opened = await openPerformance({ '1': [deposit(1, '5000'), withInterest, trade(30, symbol, -1, 1000), coupon] })
  opened.rig.cache.instrumentDetails.put(makeDetails({ symbol, type: 'BONDS', quoteCurrency: 'RUB' }), 2)
  expect(opened.read().income).toBe('18')
  expect(explainingIds(opened, 'income', ['1'])).toEqual([coupon.id, withInterest.id])
})
