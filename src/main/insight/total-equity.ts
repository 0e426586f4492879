import type { AccountSummary, Overview } from '#shared/model/portfolio.ts'
import { convertParts, type Conversion } from './currency/convert.ts'
import { soleCurrency } from './currency/equity-currency.ts'
import { sumAllOrNone } from './portfolio/account-summary.ts'
import { joinSums, sumByCurrency } from './portfolio/position-value.ts'

type AccountTotals = Pick<
  Overview,
  'equity' | 'equityCurrency' | 'unrealizedProfit' | 'dailyPnl' | 'cash' | 'asOf' | 'staleAt'
>

/**
 * Adds the figures of accounts. Equity and profit are added only within one currency, and only if every account states them;
 * otherwise they are `null`. An account whose data has become stale stays in the sums: `asOf` and `staleAt` (UTC ms) are those
 * of the oldest data, `null` without accounts.
 */
export function totalAccounts(accounts: readonly AccountSummary[]): AccountTotals {
  const equityCurrency = soleCurrency(accounts)
  const mayAdd = accounts.length < 2 || equityCurrency !== null
  return {
    equity: mayAdd ? sumAllOrNone(accounts.map(({ equity }) => equity)) : null,
    equityCurrency,
    unrealizedProfit: mayAdd ? sumAllOrNone(accounts.map(({ unrealizedProfit }) => unrealizedProfit)) : null,
    dailyPnl: joinSums(accounts.map(({ dailyPnl }) => dailyPnl)),
    cash: sumByCurrency(accounts.flatMap(({ cash }) => cash)),
    asOf: earliest(accounts.map(({ fetchedAt }) => fetchedAt)),
    staleAt: earliest(accounts.map(({ staleAt }) => staleAt)),
  }
}

/** Adds the equity of accounts, and their cash, in the currency of `to`. The parts that cannot be converted are named. */
export const convertAccounts = (
  accounts: readonly AccountSummary[],
  to: Conversion,
): Pick<Overview, 'total' | 'cashTotal'> => ({
  total: convertParts(
    accounts.map(({ id, equity, equityCurrency }) => ({
      name: id,
      amount: equity,
      currency: equityCurrency?.currency ?? null,
    })),
    to,
  ),
  cashTotal: convertParts(
    accounts.flatMap(({ id, cash }) => cash.map((money) => ({ ...money, name: id }))),
    to,
  ),
})

/** The earliest of times; `null` without times. */
export const earliest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))
