import { dayMs } from '#shared/durations.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { createLedgerCash, MoneySums } from '../../cache/ledger/money-sums.ts'
import type { PastLedger } from '../../insight/day/past-ledger.ts'
import { lastSplitAt, lastTradePrice, type PricedInstrument } from '../../insight/history/past-price.ts'
import { hasUnknownPieces } from '../../insight/ledger/row.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { DueRepayments } from './due-repayments.ts'
import { LentSeries } from './lent-series.ts'
import { addMoney, createOtherSides } from './other-sides.ts'
import { SeriesReader } from './series-reader.ts'

interface StartQuestion {
  /** The start of a UTC day, ms. The state contains all rows before it. */
  readonly startMs: number
  readonly choices: LedgerChoices
  /** The key of each account by its id. */
  readonly keys: ReadonlyMap<string, number>
  readonly instrumentOf: (symbol: string) => PricedInstrument
}

const lendingKinds = ['repo', 'securities-loan'] as const

/** A day before any row. */
const firstDay = -25_000_000
/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

/**
 * Starts a replay at the beginning of a day without reading earlier rows: pieces and prices come from the stored series, cash
 * from the sums by month and day. The stored holdings must be current.
 */
export function createPastStart(db: Db) {
  const series = new SeriesReader(db)
  const cash = createLedgerCash(db)
  const readOtherSides = createOtherSides(db)
  const blockedBefore = createBlocked(db)
  const rows = new LedgerRows(db)

  return (past: PastLedger, { startMs, choices, keys, instrumentOf }: StartQuestion): void => {
    const points = series.all([...keys.values()], startMs)
    const lentSeries = new LentSeries(rows, series, rows.dimensionsOf(lendingKinds))
    const held = Map.groupBy(points, ({ account }) => account)
    for (const [accountId, key] of keys) {
      const money = new Map([...cash.nanosBefore(key, startMs)].map(([code, nanos]) => [code, nanos * unitsInNano]))
      addMoney(money, readOtherSides([key], -Infinity, startMs))
      for (const opening of choices.openings) {
        const { currency } = opening
        if (opening.accountId !== accountId || currency === null) continue
        money.set(currency, (money.get(currency) ?? 0n) + (parseUnits(opening.amount) ?? 0n))
      }
      const own = held.get(key) ?? []
      const due = own.flatMap(({ symbol }) => {
        const found = DueRepayments.open(series, [key, symbol], instrumentOf(symbol), [startMs, startMs])
        return found === null ? [] : [[symbol, found.before(startMs)] as const]
      })
      const pieces = new Map<string, bigint | null>(own.map(({ symbol, point }) => [symbol, point.quantity]))
      for (const symbol of symbolsOfUnknownPieces(rows, key, startMs)) pieces.set(symbol, null)
      const lent = new Map(own.map(({ symbol }) => [symbol, lentSeries.before(key, symbol, startMs)]))
      past.begin(key, { cash: money, blocked: blockedBefore(key, startMs), pieces, due: new Map(due), lent })
    }
    for (const [symbol, own] of Map.groupBy(points, (each) => each.symbol)) {
      const states = own.map(({ point }) => point)
      const accounts = own.map(({ account }) => account)
      const traded = lastTradePrice(states, instrumentOf(symbol), (at) =>
        series.splitRatio(accounts, symbol, at, startMs),
      )
      past.beginPrice(symbol, traded, lastSplitAt(states))
    }
  }
}

/** The instruments of which an account has rows before a time (UTC ms) whose pieces could not be read. */
function symbolsOfUnknownPieces(rows: LedgerRows, account: number, beforeMs: number): string[] {
  const decoder = new RowDecoder(rows)
  return rows.unreadable(account).flatMap((raw) => {
    const row = decoder.decode(raw)?.row
    return row !== undefined && row.at < beforeMs && hasUnknownPieces(row) ? [row.symbol] : []
  })
}

/** Reads the money of an account that is blocked before a UTC day (ms), by currency. */
function createBlocked(db: Db) {
  const sums = new MoneySums(db)
  const hasAny = db
    .prepare<[], number>(
      `SELECT 1 FROM transaction_kind k JOIN transaction_dimension d ON d.kind = k.key WHERE k.name = 'blocked-money' LIMIT 1`,
    )
    .pluck()
  return (account: number, startMs: number): Map<string, bigint> => {
    const blocked = new Map<string, bigint>()
    if (hasAny.get() === undefined) return blocked
    for (const { kind, currency, amount } of sums.byKind([account], firstDay, startMs / dayMs))
      if (kind === 'blocked-money') blocked.set(currency, (blocked.get(currency) ?? 0n) - amount)
    return blocked
  }
}

/** Starts a replay of all rows with the opening balances that the user entered. */
export function openBalances(past: PastLedger, { openings }: LedgerChoices, keys: StartQuestion['keys']): void {
  for (const { accountId, symbol, currency, amount } of openings) {
    const account = keys.get(accountId)
    if (account === undefined) continue
    const units = parseUnits(amount) ?? 0n
    if (symbol !== null) past.open(account, { symbol }, units)
    else if (currency !== null) past.open(account, { currency }, units)
  }
}
