import { AppError } from '../../../shared/errors.ts'
import { minuteMs } from '../../../shared/durations.ts'
import type { AccountSummary, Overview, PositionRow } from '../../../shared/model/portfolio.ts'
import {
  heldPositions,
  summarizeAccount,
  sumAllOrNone,
  type DetailsBySymbol,
} from '../../insight/portfolio/account-summary.ts'
import { addCurves } from '../../insight/portfolio/equity-curve.ts'
import { bucketOrder } from '../../insight/orders/order-bucket.ts'
import { joinSums, sumByCurrency } from '../../insight/portfolio/partial-sum.ts'
import { drawPositions } from '../../insight/portfolio/position-curve.ts'
import { allocate, buildPositionRows } from '../../insight/portfolio/position-rows.ts'
import { findMovers } from '../../insight/market/quote-change.ts'
import type { Cache } from '../../cache/cache.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import { readStaleTimes } from '../account-stale-times.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { createPartReader } from '../read-part.ts'
import { readFacts } from '../../cache/instrument-facts.ts'

type PortfolioHandlers = Pick<
  Handlers,
  'accounts.list' | 'overview.read' | 'positions.list' | 'positions.history' | 'allocation.read' | 'equity.history'
>

/** While the monitor runs, equity is recorded at least this often: a longer interval is a gap. */
const maxGapMs = 20 * minuteMs

/** Accounts, positions, allocation and their history. */
export function createPortfolioHandlers(context: HandlerContext): PortfolioHandlers {
  const readPart = createPartReader(context.logFault)

  function readAccounts(accountId: string | null): StoredAccount[] {
    const { accounts } = context.current().cache
    if (accountId === null) return accounts.list()
    const account = accounts.get(accountId)
    if (account === null) throw new AppError('not-found', 'This account does not exist.')
    return [account]
  }

  function detailsOf(accounts: readonly StoredAccount[]): DetailsBySymbol {
    const symbols = accounts.flatMap(({ account }) => account.positions.map(({ symbol }) => symbol))
    const stored = context.current().cache.instrumentDetails.getMany([...new Set(symbols)])
    return new Map(stored.map(({ details }) => [details.symbol, details]))
  }

  function createNaming(symbols: readonly string[]): (symbol: string) => string {
    const factsOf = readFacts(context.current().cache, symbols)
    return (symbol) => factsOf(symbol).name ?? symbol
  }

  function staleTimesOf(accounts: readonly StoredAccount[]): (accountId: string, readAt: number) => number {
    const { cache, attention } = context.current()
    const now = context.clock.now()
    const times = readStaleTimes(accounts, { cache, isWindowVisible: attention.isWatched, now })
    return (accountId, readAt) => times.get(accountId) ?? readAt
  }

  /** Positions with their names: the list of all instruments has those whose reference data has not been read yet. */
  function readPositions(accounts: readonly StoredAccount[]): PositionRow[] {
    const rows = buildPositionRows(accounts, detailsOf(accounts))
    const factsOf = readFacts(
      context.current().cache,
      rows.map(({ symbol }) => symbol),
    )
    const staleAt = staleTimesOf(accounts)
    return rows.map((row) => {
      const { name, type } = factsOf(row.symbol)
      return { ...row, name, type: row.type ?? type, staleAt: staleAt(row.accountId, row.fetchedAt) }
    })
  }

  function summarize(accounts: readonly StoredAccount[]): AccountSummary[] {
    const details = detailsOf(accounts)
    const summaries = accounts.map(({ account, fetchedAt }) => summarizeAccount(account, fetchedAt, details))
    const nameOf = createNaming(summaries.flatMap(({ dailyPnl }) => dailyPnl.missing))
    const staleAt = staleTimesOf(accounts)
    return summaries.map((summary) => ({
      ...summary,
      staleAt: staleAt(summary.id, summary.fetchedAt),
      dailyPnl: { ...summary.dailyPnl, missing: summary.dailyPnl.missing.map(nameOf) },
    }))
  }

  return {
    'accounts.list': () => summarize(readAccounts(null)),
    'positions.list': ({ accountId }) => readPositions(readAccounts(accountId)),
    'allocation.read'({ accountId, by: key }) {
      const allocations = allocate(readPositions(readAccounts(accountId)), key)
      const nameOf = createNaming(allocations.flatMap(({ missing }) => missing))
      return allocations.map((allocation) => ({ ...allocation, missing: allocation.missing.map(nameOf) }))
    },
    async 'overview.read'({ accountId }) {
      const { cache } = context.current()
      const stored = readAccounts(accountId)
      const accounts = summarize(stored)
      const held = [...new Set(stored.flatMap(({ account }) => heldPositions(account).map(({ symbol }) => symbol)))]
      const [movers, orders] = await Promise.all([
        readPart('the movers', () =>
          findMovers(
            cache.quotes.getMany(held).map(({ quote }) => quote),
            readFacts(cache, held),
          ),
        ),
        readPart('the orders', () => countOrders(cache.orders.list(accountId), stored.length)),
      ])
      return {
        ...{ accounts, movers, orders },
        equity: sumAllOrNone(accounts.map(({ equity }) => equity)),
        unrealizedProfit: sumAllOrNone(accounts.map(({ unrealizedProfit }) => unrealizedProfit)),
        dailyPnl: joinSums(accounts.map(({ dailyPnl }) => dailyPnl)),
        cash: sumByCurrency(accounts.flatMap(({ cash }) => cash)),
        asOf: oldest(accounts.map(({ fetchedAt }) => fetchedAt)),
        staleAt: oldest(accounts.map(({ staleAt }) => staleAt)),
      }
    },
    'equity.history'({ accountId, from }) {
      const { equity } = context.current().journal
      const to = context.clock.now()
      const curves = readAccounts(accountId).map(({ account }) => equity.history(account.id, from, to))
      return { points: addCurves(curves, maxGapMs), maxGapMs }
    },
    'positions.history'({ accountId, symbol, from }) {
      const { cache, journal } = context.current()
      const details = cache.instrumentDetails.get(symbol)?.details ?? null
      const spans = journal.positions.history(accountId, symbol, from, context.clock.now())
      return drawPositions(spans, details).map((curve) => ({ ...curve, maxGapMs }))
    },
  }
}

function countOrders(lists: ReturnType<Cache['orders']['list']>, accountCount: number): Overview['orders'] {
  const buckets = lists.flatMap(({ orders }) => orders.map(({ status }) => bucketOrder(status)))
  return {
    working: buckets.filter((bucket) => bucket === 'working').length,
    needLook: buckets.filter((bucket) => bucket === 'needs-look').length,
    // The counts are known only when the orders of every account have been read.
    fetchedAt: lists.length < accountCount ? null : oldest(lists.map(({ fetchedAt }) => fetchedAt)),
  }
}

const oldest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))
