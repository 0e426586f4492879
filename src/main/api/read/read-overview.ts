import { m } from '#shared/messages/messages.js'
import type { Contribution } from '#shared/model/contribution.ts'
import type { AccountSummary, Overview } from '#shared/model/portfolio.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import type { CurrencyReading } from '../../currency/read-rates.ts'
import { convertParts } from '../../insight/currency/convert.ts'
import { contribute } from '../../insight/day/contribution.ts'
import { sessionOf } from '../../insight/day/session-start.ts'
import { micOf } from '../../insight/market/market-data-permission.ts'
import { findMovers } from '../../insight/market/quote-change.ts'
import { bucketOrder } from '../../insight/orders/order-bucket.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { buildPositionRows } from '../../insight/portfolio/position-rows.ts'
import { convertAccounts, earliest, totalAccounts } from '../../insight/total-equity.ts'
import type { OpenProfile } from '../context.ts'
import type { ReadPart } from './read-part.ts'
import {
  readAccounts,
  readDetails,
  readNames,
  readRates,
  summarizeAccounts,
  type PortfolioSource,
} from './read-portfolio.ts'

type Cache = OpenProfile['cache']

/** The figures of the overview for one account, or for all with `null`. Movers and orders are null if they cannot be read. */
export async function readOverview(
  source: PortfolioSource,
  accountId: string | null,
  readPart: ReadPart,
): Promise<Overview> {
  const { cache } = source
  const stored = readAccounts(cache, accountId)
  const currencies = await readRates(source, readPart)
  const accounts = summarizeAccounts(source, stored, currencies)
  const held = [...new Set(stored.flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol)))]
  const [movers, orders, contribution] = await Promise.all([
    readPart(m.errors_the_movers(), () => {
      const quotes = cache.quotes.getMany(held).map(({ quote }) => quote)
      return findMovers(quotes, readFacts(cache, held))
    }),
    readPart(m.errors_the_orders(), () => countOrders(cache.orders.list(accountId), stored.length)),
    readPart(m.ipc_the_contribution(), () => readContribution(source, stored, currencies)),
  ])
  return {
    accounts,
    movers,
    orders,
    contribution,
    ...totalAccounts(accounts),
    ...convertTotals(source, stored, accounts, currencies),
  }
}

/** The equity by account and the profit of the positions, in the base currency; `null` without a base currency. */
function convertTotals(
  source: PortfolioSource,
  stored: readonly StoredAccount[],
  accounts: readonly AccountSummary[],
  currencies: CurrencyReading,
): Pick<Overview, 'total' | 'day' | 'unrealized' | 'cashTotal'> {
  const { toBase } = currencies
  if (toBase === null) return { total: null, day: null, unrealized: null, cashTotal: null }
  const rows = buildPositionRows(stored, readDetails(source.cache, stored))
  const nameOf = readNames(
    source.cache,
    rows.map(({ symbol }) => symbol),
  )
  const named = rows.map((row) => ({ name: nameOf(row.symbol), currency: row.currency, row }))
  return {
    ...convertAccounts(accounts, toBase),
    day: convertParts(
      named.map(({ row, ...part }) => ({ ...part, amount: row.dailyPnl })),
      toBase,
    ),
    unrealized: convertParts(
      named.map(({ row, ...part }) => ({ ...part, amount: row.unrealizedPnl })),
      toBase,
    ),
  }
}

/** The day's profit by instrument. Each is of the session of its last price. */
export function readContribution(
  { cache }: PortfolioSource,
  stored: readonly StoredAccount[],
  { toBase }: Pick<CurrencyReading, 'toBase'>,
): Contribution {
  const rows = buildPositionRows(stored, readDetails(cache, stored))
  const symbols = [...new Set(rows.map(({ symbol }) => symbol))]
  const factsOf = readFacts(cache, symbols)
  const pricedAt = new Map(cache.quotes.getMany(symbols).map(({ quote }) => [quote.symbol, quote.at]))
  const profits = rows.map(({ symbol, dailyPnl, currency, fetchedAt }) => {
    const at = pricedAt.get(symbol) ?? null
    const day = at === null ? null : sessionOf(at, fetchedAt, micOf(symbol)).date
    return { symbol, name: factsOf(symbol).name, amount: dailyPnl, currency, day }
  })
  return contribute(profits, toBase)
}

function countOrders(lists: ReturnType<Cache['orders']['list']>, accountCount: number): Overview['orders'] {
  const buckets = lists.flatMap(({ orders }) => orders.map(({ status }) => bucketOrder(status)))
  return {
    working: buckets.filter((bucket) => bucket === 'working').length,
    needAttention: buckets.filter((bucket) => bucket === 'needs-attention').length,
    // The counts are known only when the orders of every account have been read.
    fetchedAt: lists.length < accountCount ? null : earliest(lists.map(({ fetchedAt }) => fetchedAt)),
  }
}
