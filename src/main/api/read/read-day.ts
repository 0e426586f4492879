import { sign, zero } from '#shared/decimal.ts'
import type { Account, Position } from '#shared/model/account.ts'
import type { DayExplanation, DayNote, DayPosition } from '#shared/model/ledger/day-profit.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import type { CurrencyReading } from '../../currency/read-rates.ts'
import { convert } from '../../insight/currency/convert.ts'
import { gatherCash } from '../../insight/day/day-row.ts'
import { explainPosition } from '../../insight/day/explain-position.ts'
import { sessionOf, startOfUtcDay, type Session } from '../../insight/day/session-start.ts'
import { convertDay, orderByContribution, totalDay } from '../../insight/day/total-day.ts'
import { marketAccess, micOf } from '../../insight/market/market-data-permission.ts'
import { statedPositions } from '../../insight/portfolio/account-summary.ts'
import type { DayRows } from '../../ledger/reading/day-rows.ts'
import type { OpenProfile } from '../context.ts'

type Cache = OpenProfile['cache']

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * The parts of the profit of the day of these accounts. The day of a position is that of its last price, in the time of its market:
 * after midnight, and at weekends, the service still states the profit of the previous session. Throws what the ledger throws.
 */
export async function readDayProfit(
  { cache, ledger }: Pick<OpenProfile, 'cache' | 'ledger'>,
  accounts: readonly StoredAccount[],
  { toBase }: Pick<CurrencyReading, 'toBase'>,
): Promise<DayExplanation> {
  const stated = readMarket(cache, symbolsOf(accounts))
  const starts = accounts.flatMap(({ account, fetchedAt }) => [
    startOfUtcDay(fetchedAt),
    ...account.positions.map(({ symbol }) => stated.sessionOf(symbol, fetchedAt).startsAt),
  ])
  const ids = accounts.map(({ account }) => account.id)
  const dayRows = ids.length === 0 ? [] : await ledger.readDayRows(ids, Math.min(...starts))
  const market = readMarket(cache, [...symbolsOf(accounts), ...dayRows.flatMap(({ rows }) => rows.map(symbolOf))])
  const read = accounts.map(({ account, fetchedAt }, index) => {
    const own = dayRows[index] ?? { accountId: account.id, isLoaded: false, rows: [] }
    const positions = [...statedPositions(account), ...goneToday(account, own, fetchedAt)].map(
      (position, place, all) => {
        const isFirst = all.findIndex(({ symbol }) => symbol === position.symbol) === place
        const explained = explainOne(position, isFirst ? own : { ...own, rows: [] }, fetchedAt, market)
        const { stated: profit, currency } = explained
        return { ...explained, inBase: profit === null || toBase === null ? null : convert(profit, currency, toBase) }
      },
    )
    const moneyFrom = commonStart(positions) ?? startOfUtcDay(fetchedAt)
    const money = own.rows.filter(({ symbol, at }) => symbol === '' && at >= moneyFrom)
    return {
      accountId: account.id,
      isLoaded: own.isLoaded,
      cash: gatherCash(money),
      // The service lists a sold position for some days. It is ignored if it has no transactions of the day.
      positions: positions.filter(({ notes, transactionIds }) => !notes.includes('sold') || transactionIds.length > 0),
    }
  })
  const positions = read.flatMap((each) => each.positions)
  const totals = totalDay(positions)
  const unknown = positions.filter(({ isCounted, notes }) => !isCounted && !notes.includes('sold'))
  return {
    asOf: accounts.length === 0 ? null : Math.min(...accounts.map(({ fetchedAt }) => fetchedAt)),
    totals,
    base: toBase === null ? null : convertDay(totals, toBase),
    accounts: read.map(({ positions: own, ...account }) => ({ ...account, totals: totalDay(own) })),
    positions: orderByContribution(positions),
    missing: [...new Set(unknown.map(({ name, symbol }) => name ?? symbol))],
  }
}

function explainOne(position: Position, own: DayRows, fetchedAt: number, market: Market): Omit<DayPosition, 'inBase'> {
  const { symbol } = position
  const { date: day, startsAt: from } = market.sessionOf(symbol, fetchedAt)
  const { close, last, at: lastAt } = market.quoteOf(symbol)
  const rows = own.isLoaded ? own.rows.filter((row) => row.symbol === symbol && row.at >= from) : null
  const { notes, ...explained } = explainPosition({
    accountId: own.accountId,
    position,
    details: market.detailsOf(symbol),
    close,
    last,
    rows,
  })
  const more: DayNote[] = [
    ...(day >= dateOf(fetchedAt) ? [] : (['other-session'] as const)),
    ...(market.isDelayed(symbol) ? (['delayed'] as const) : []),
  ]
  const { name, priceDecimals } = market.factsOf(symbol)
  return { ...explained, name, priceDecimals, lastAt, day, from, notes: [...notes, ...more] }
}

/** The start of the session that most stated profits belong to (UTC ms); `null` without profits. */
function commonStart(positions: readonly Pick<DayPosition, 'stated' | 'from'>[]): number | null {
  const starts = Map.groupBy(
    positions.filter(({ stated }) => stated !== null),
    ({ from }) => from,
  )
  const [most] = [...starts].toSorted(([a, own], [b, others]) => others.length - own.length || b - a)
  return most?.[0] ?? null
}

/** The positions that were sold completely today and are no longer listed. */
function goneToday({ positions }: Account, { rows }: DayRows, fetchedAt: number): Position[] {
  const listed = new Set(positions.map(({ symbol }) => symbol))
  const moved = rows.filter(({ at, pieces }) => at >= startOfUtcDay(fetchedAt) && pieces !== null && sign(pieces) !== 0)
  const unknown = { averagePrice: null, currentPrice: null, maintenanceMargin: null, dailyPnl: null }
  return [...new Set(moved.map(symbolOf))]
    .filter((symbol) => symbol !== '' && !listed.has(symbol))
    .map((symbol) => ({ symbol, quantity: zero, ...unknown, unrealizedPnl: null }))
}

type Market = ReturnType<typeof readMarket>

const noQuote = { close: null, last: null, at: null }

/** Prices and reference data of these instruments. */
function readMarket(cache: Cache, symbols: readonly string[]) {
  const wanted = [...new Set(symbols)]
  const quotes = new Map(cache.quotes.getMany(wanted).map(({ quote }) => [quote.symbol, quote]))
  const stored = new Map(cache.instrumentDetails.getMany(wanted).map(({ details }) => [details.symbol, details]))
  const permissions = cache.sessionDetails.get()?.details.permissions ?? []
  return {
    factsOf: readFacts(cache, wanted),
    detailsOf: (symbol: string) => stored.get(symbol) ?? null,
    quoteOf: (symbol: string) => quotes.get(symbol) ?? noQuote,
    isDelayed: (symbol: string): boolean => (marketAccess(permissions, micOf(symbol)).delayMinutes ?? 0) > 0,
    /** The session that the profit of an instrument belongs to, for an account that was read at this time (UTC ms). */
    sessionOf: (symbol: string, readAt: number): Session =>
      sessionOf(quotes.get(symbol)?.at ?? null, readAt, micOf(symbol)),
  }
}

const symbolOf = ({ symbol }: { readonly symbol: string }): string => symbol
const symbolsOf = (accounts: readonly StoredAccount[]): string[] =>
  accounts.flatMap(({ account }) => account.positions.map(symbolOf))
