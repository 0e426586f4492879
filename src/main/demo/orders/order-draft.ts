import { type Decimal, decimalOf } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { Market } from '../market/market.ts'
import { onGrid } from '../market/prices.ts'
import { type Day } from '../values/day.ts'
import { hashText } from '../values/random.ts'

/** An order at the time it is placed. */
export interface OrderDraft {
  readonly id: string
  readonly accountId: string
  readonly symbol: string
  readonly quantity: Decimal
  readonly side: 'SIDE_BUY' | 'SIDE_SELL'
  readonly type: string
  readonly timeInForce: string
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
  readonly legs: readonly { readonly symbol: string; readonly quantity: Decimal; readonly side: string }[]
  readonly clientOrderId: string
  readonly comment: string
  readonly placedAt: number
  /** When it expires (UTC ms); null for never. */
  readonly expiresAt: number | null
  /** Without the prefix `ORDER_STATUS_`. */
  readonly startStatus: string
  /** Whether the market can fill it. */
  readonly isLive: boolean
  /** The message of a stop-loss/take-profit order. */
  readonly stopLossTakeProfit: object | null
}

/** The symbols for which each account places orders. */
export const orderedSymbols: Readonly<Record<string, readonly string[]>> = {
  '1900001': ['SBER@MISX', 'YDEX@MISX', 'AFLT@MISX', 'AAPL@XNGS', 'LQDT@MISX'],
  '1900002': ['SVMT@MISX', 'HLEB@MISX', 'ZLTF@MISX'],
  'TRQD05:989213': ['CNYRUB_TOM@MISX', 'SBER@MISX', 'YDEX@MISX'],
}

/** An order with defaults for everything but account and instrument. */
export function defaultDraft(
  market: Market,
  accountId: string,
  instrument: Instrument,
  day: Day,
  place: number,
): OrderDraft {
  return {
    id: idOf(accountId, instrument, day, place),
    accountId,
    symbol: instrument.symbol,
    quantity: decimalOf(1),
    side: 'SIDE_BUY',
    type: 'ORDER_TYPE_LIMIT',
    timeInForce: 'TIME_IN_FORCE_DAY',
    limitPrice: null,
    stopPrice: null,
    legs: [],
    clientOrderId: place % 2 === 0 ? `t${hashText(market.seed, `${accountId} ${day} ${place}`)}` : '',
    comment: '',
    placedAt: day * dayMs,
    expiresAt: null,
    startStatus: 'NEW',
    isLive: false,
    stopLossTakeProfit: null,
  }
}

/** Eleven digits in Moscow, nineteen at other exchanges. */
function idOf(accountId: string, { mic }: Instrument, day: Day, place: number): string {
  const account = Object.keys(orderedSymbols).indexOf(accountId) + 1
  const number = 70_000_000_000 + account * 1_000_000_000 + (day % 100_000) * 1000 + place
  return mic === 'MISX' || mic === 'RTSX' ? String(number) : `19849943${number}`
}

/** A limit price at a distance (as a fraction) from the current price, below it for a buy, above it for a sell. */
export function limitAt(market: Market, instrument: Instrument, side: string, distance: number, at: number): Decimal {
  const from = Number(market.priceAt(instrument, market.dayOf(instrument, at).at))
  return onGrid(instrument, from * (side === 'SIDE_BUY' ? 1 - distance : 1 + distance))
}
