import { dayMs } from '../../../shared/durations.ts'
import { createLedgerCash } from '../../cache/ledger/money-sums.ts'
import { lastTradePrice } from '../../insight/day/last-trade-price.ts'
import type { PastLedger } from '../../insight/day/past-ledger.ts'
import type { PastPrice, PricedInstrument } from '../../insight/history/past-price.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import type { LedgerChoices } from '../replay/basis.ts'
import { SeriesReader, type PlacedPoint } from './series.ts'

interface StartQuestion {
  /** The start of a UTC day, ms: all rows before it are in the state. */
  readonly startMs: number
  readonly choices: LedgerChoices
  /** The key of each account by its id. */
  readonly keys: ReadonlyMap<string, number>
  readonly instrumentOf: (symbol: string) => PricedInstrument
}

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

/**
 * Brings a replay to the start of a day without its rows: pieces and prices from the stored series, cash from the sums by
 * month and day. Stored holdings have to be current.
 */
export function createPastStart(db: Db) {
  const series = new SeriesReader(db)
  const cash = createLedgerCash(db)

  return (past: PastLedger, { startMs, choices, keys, instrumentOf }: StartQuestion): void => {
    const points = series.all([...keys.values()], startMs)
    const held = Map.groupBy(points, ({ account }) => account)
    for (const [accountId, key] of keys) {
      const money = new Map([...cash.nanosBefore(key, startMs)].map(([code, nanos]) => [code, nanos * unitsInNano]))
      for (const opening of choices.openings) {
        const { currency } = opening
        if (opening.accountId !== accountId || currency === null) continue
        money.set(currency, (money.get(currency) ?? 0n) + (parseUnits(opening.amount) ?? 0n))
      }
      const pieces = (held.get(key) ?? []).map(({ symbol, point }) => [symbol, point.quantity] as const)
      past.begin(key, money, new Map(pieces))
    }
    for (const [symbol, own] of Map.groupBy(points, (each) => each.symbol)) {
      const splits = own.flatMap(({ point }) => point.splitAt ?? [])
      const splitAt = splits.length === 0 ? null : Math.max(...splits)
      past.beginPrice(symbol, newestPrice({ own, splitAt, instrument: instrumentOf(symbol), series, startMs }), splitAt)
    }
  }
}

/** Accounts book one split on different days. */
const sameSplitMs = 10 * dayMs

/** Begins a replay of all rows: with the balances before them that a person stated. */
export function openBalances(past: PastLedger, { openings }: LedgerChoices, keys: StartQuestion['keys']): void {
  for (const { accountId, symbol, currency, amount } of openings) {
    const account = keys.get(accountId)
    if (account === undefined) continue
    const units = parseUnits(amount) ?? 0n
    if (symbol !== null) past.open(account, { symbol }, units)
    else if (currency !== null) past.open(account, { currency }, units)
  }
}

interface PriceQuestion {
  /** A holding of one instrument in each account. */
  readonly own: readonly PlacedPoint[]
  readonly splitAt: number | null
  readonly instrument: PricedInstrument
  readonly series: SeriesReader
  readonly startMs: number
}

/** The newest price of own trades in any account. One that its own account did not scale by a split is scaled as another one was. */
function newestPrice({ own, splitAt, instrument, series, startMs }: PriceQuestion): PastPrice | null {
  const repaid = own.flatMap(({ point }) => point.repaidAt ?? [])
  const repaidAt = repaid.length === 0 ? null : Math.max(...repaid)
  const known = own.flatMap(({ point, symbol }) => {
    const price = lastTradePrice({ lastTrade: point.lastTrade, repaidAt }, symbol, instrument)
    return price === null ? [] : [{ price, point }]
  })
  const [newest] = known.sort((a, b) => b.price.at - a.price.at)
  if (newest === undefined) return null
  const { price, point } = newest
  const isScaled = splitAt === null || price.at >= splitAt || splitAt - (point.splitAt ?? -Infinity) < sameSplitMs
  const holder = own.find((each) => each.point.splitAt === splitAt)
  if (isScaled || holder === undefined) return price
  const splits = series
    .entries(holder.account, holder.symbol, price.at, startMs)
    .filter(({ step }) => step.event === 'split')
  return splits.reduce<PastPrice | null>((scaled, { step, point: after }) => {
    const before = after.quantity - step.pieces
    const isClear = before !== 0n && after.quantity !== 0n && before < 0n === after.quantity < 0n
    if (scaled === null || !isClear) return null
    return { ...scaled, numerator: scaled.numerator * before, denominator: scaled.denominator * after.quantity }
  }, price)
}
