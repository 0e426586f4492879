import { decimalOf } from '../../../shared/decimal.ts'
import { dayMs, minuteMs, weekdayOf, type Day } from '../values/day.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { Market } from '../market/market.ts'
import { limitAt, type OrderDraft, orderedSymbols, defaultDraft } from './order-draft.ts'
import { secondsText, wireDecimal } from '../values/wire.ts'

/** A stop-loss/take-profit order and, on the futures account, an order with two legs. */
export function stopAndSpreadOrders(market: Market, accountId: string, day: Day): readonly OrderDraft[] {
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
