import { decimalOf } from '#shared/decimal.ts'
import { dayMs, minuteMs, hourMs } from '#shared/durations.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { Market } from '../market/market.ts'
import { weekdayOf, type Day, isWeekend } from '../values/day.ts'
import { hashText, mix, Random } from '../values/random.ts'
import { secondsText, wireDecimal } from '../values/wire.ts'
import { limitAt, type OrderDraft, orderedSymbols, defaultDraft } from './order-draft.ts'

/** A stop-loss/take-profit order and, on the futures account, an order with two legs. */
function stopAndSpreadOrders(market: Market, accountId: string, day: Day): readonly OrderDraft[] {
  const instrument = market.catalog.get(orderedSymbols[accountId]?.[0] ?? '')
  const placedAt = day * dayMs + 10 * minuteMs
  const guard: OrderDraft = {
    ...defaultDraft(market, accountId, instrument, day, 60),
    placedAt,
    expiresAt: (day + 2) * dayMs,
    startStatus: weekdayOf(day) % 3 === 0 ? 'TP_GUARD_TIME' : 'WATCHING',
    quantity: decimalOf(instrument.lotSize * 5),
    side: 'SIDE_SELL',
    isLive: true,
  }
  const stopLossTakeProfit = guardMessage(market, instrument, guard)
  return [{ ...guard, stopLossTakeProfit }, ...spreads(market, accountId, day, placedAt)]
}

function guardMessage(market: Market, instrument: Instrument, order: OrderDraft): object {
  const price = (factor: number) => wireDecimal(limitAt(market, instrument, 'SIDE_SELL', factor, order.placedAt))
  return {
    account_id: order.accountId,
    symbol: order.symbol,
    side: order.side,
    quantity_sl: wireDecimal(order.quantity),
    sl_price: price(-0.07),
    limit_price: price(-0.075),
    quantity_tp: wireDecimal(order.quantity),
    tp_price: price(0.12),
    tp_guard_spread: { value: '0.5' },
    tp_spread_measure: 'TP_SPREAD_MEASURE_PERCENT',
    client_order_id: order.clientOrderId,
    valid_before: 'VALID_BEFORE_GOOD_TILL_DATE',
    valid_expiry_time: secondsText(order.expiresAt ?? order.placedAt),
    comment: '',
  }
}

function spreads(market: Market, accountId: string, day: Day, placedAt: number): readonly OrderDraft[] {
  const chain = market.catalog.optionsOn('SBER@MISX').filter(({ option }) => (option?.expiresOn ?? 0) > day + 2)
  const nearest = Math.min(...chain.map(({ option }) => option?.expiresOn ?? Infinity))
  const [first, second] = chain.filter(({ option }) => option?.kind === 'CALL' && option.expiresOn === nearest)
  if (!accountId.includes(':') || first === undefined || second === undefined) return []
  const legs = [
    { symbol: first.symbol, quantity: decimalOf(10), side: 'SIDE_BUY' },
    { symbol: second.symbol, quantity: decimalOf(10), side: 'SIDE_SELL' },
  ]
  const draft = defaultDraft(market, accountId, first, day, 70)
  return [
    {
      ...draft,
      type: 'ORDER_TYPE_MULTI_LEG',
      quantity: decimalOf(10),
      legs,
      placedAt,
      expiresAt: (day + 2) * dayMs,
      isLive: true,
    },
  ]
}

type Shape = Pick<OrderDraft, 'startStatus'> & {
  /** The distance of the limit from the price, as a fraction; null for a market order. */
  readonly distance: number | null
  readonly isGoodTillCancel?: boolean
  readonly type?: string
  readonly comment?: string
}

const dayShapes: readonly Shape[] = [
  { startStatus: 'NEW', distance: 0.0005 },
  { startStatus: 'NEW', distance: 0.004 },
  { startStatus: 'NEW', distance: 0.012 },
  { startStatus: 'FILLED', distance: null },
  { startStatus: 'CANCELED', distance: 0.02 },
  { startStatus: 'REJECTED', distance: 0.3, comment: 'Цена вне диапазона' },
  { startStatus: 'DENIED_BY_BROKER', distance: null, comment: 'Недостаточно средств' },
]

/** Orders that are placed every day, including weekends. */
const standingShapes: readonly Shape[] = [
  { startStatus: 'NEW', distance: 0.08, isGoodTillCancel: true },
  { startStatus: 'PARTIALLY_FILLED', distance: 0.07, isGoodTillCancel: true },
  { startStatus: 'WATCHING', distance: 0.06, isGoodTillCancel: true, type: 'ORDER_TYPE_STOP_LIMIT' },
  // A status that is not in any list: the service's enumerations are open.
  { startStatus: 'PENDING_REVIEW', distance: 0.05, isGoodTillCancel: true },
]

const alwaysTraded = ['USDRUB@_FX24', 'EURUSD@_FX24', 'BTCUSD@_CRYP']

/** The orders that an account places on a UTC day, unsorted. Every call returns the same ones. */
export function ordersPlacedOn(market: Market, accountId: string, day: Day): readonly OrderDraft[] {
  const symbols = orderedSymbols[accountId] ?? []
  const key = mix(hashText(market.seed, `${accountId} orders`), day)
  const make = (symbol: string, shape: Shape, place: number, hour: number) =>
    draftOf(market, accountId, symbol, shape, day, place, hour, new Random(mix(key, place)))
  const daily = isWeekend(day)
    ? []
    : dayShapes.map((shape, index) => make(symbols[index % symbols.length] ?? '', shape, index, 7.5 + index * 0.9))
  const roundTheClock = alwaysTraded.map((symbol, index) =>
    make(symbol, { startStatus: 'NEW', distance: 0.002 + index * 0.004 }, 20 + index, index * 7),
  )
  // Placed every day, good till cancelled, expiring after the next day: so there are always some.
  const standing = standingShapes.map((shape, index) =>
    make(symbols[index % symbols.length] ?? '', shape, 40 + index, 0.1),
  )
  return [...daily, ...roundTheClock, ...standing, ...stopAndSpreadOrders(market, accountId, day)]
}

function draftOf(
  market: Market,
  accountId: string,
  symbol: string,
  shape: Shape,
  day: Day,
  place: number,
  hour: number,
  draw: Random,
): OrderDraft {
  const instrument = market.catalog.get(symbol)
  const placedAt = day * dayMs + Math.floor(hour * hourMs) + draw.integer(0, 5 * minuteMs)
  const side = draw.chance(0.5) ? 'SIDE_BUY' : 'SIDE_SELL'
  const { distance, type } = shape
  return {
    ...defaultDraft(market, accountId, instrument, day, place),
    side,
    quantity: decimalOf(instrument.lotSize * draw.integer(1, 30)),
    type: type ?? (distance === null ? 'ORDER_TYPE_MARKET' : 'ORDER_TYPE_LIMIT'),
    timeInForce: shape.isGoodTillCancel
      ? 'TIME_IN_FORCE_GOOD_TILL_CANCEL'
      : distance === null
        ? 'TIME_IN_FORCE_UNSPECIFIED'
        : 'TIME_IN_FORCE_DAY',
    limitPrice: distance === null ? null : limitAt(market, instrument, side, distance, placedAt),
    stopPrice:
      type === undefined || distance === null ? null : limitAt(market, instrument, side, distance * 0.9, placedAt),
    comment: shape.comment ?? '',
    placedAt,
    expiresAt: shape.isGoodTillCancel ? (day + 2) * dayMs : expiryOf(market, instrument, placedAt),
    startStatus: shape.startStatus,
    isLive: shape.startStatus === 'NEW' || shape.isGoodTillCancel === true,
  }
}

/** The end of the trading day in which the order works. */
const expiryOf = (market: Market, instrument: Instrument, placedAt: number): number =>
  Math.max(placedAt + hourMs, market.dayOf(instrument, placedAt).closesAt)
