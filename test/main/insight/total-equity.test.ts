import { expect, test } from 'vitest'
import { totalAccounts } from '#main/insight/total-equity.ts'
import type { AccountSummary } from '#shared/model/portfolio.ts'
import { dec } from '../cache/open-cache.ts'

const account = (change: Partial<AccountSummary> = {}): AccountSummary => ({
  ...{
    id: 'A',
    type: '',
    status: '',
    margin: null,
    positionCount: 0,
    cash: [],
    dailyPnl: { amounts: [], missing: [] },
  },
  ...{ equity: dec('100'), unrealizedProfit: dec('5'), equityCurrency: { currency: 'RUB', inferred: false } },
  ...{ fetchedAt: 10, staleAt: 20 },
  ...change,
})
const dollars = { currency: 'USD', inferred: false }

test('a stale account is still in the sum, which states the age of its oldest part', () => {
  expect(totalAccounts([account(), account({ id: 'B', equity: dec('50'), fetchedAt: 3, staleAt: 7 })])).toMatchObject({
    ...{ equity: '150', unrealizedProfit: '10', asOf: 3, staleAt: 7 },
  })
})

test.each([
  ['two currencies', [account(), account({ id: 'B', equityCurrency: dollars })]],
  ['an unknown currency', [account(), account({ id: 'B', equityCurrency: null })]],
  ['an unknown equity', [account(), account({ id: 'B', equity: null })]],
  ['no accounts', []],
])('%s: the equity is not known', (_, accounts) => {
  expect(totalAccounts(accounts).equity).toBeNull()
})
