import type { EndpointName } from '#main/broker/endpoints.ts'
import { at, d, date, pagination } from './values.ts'

export const marketResponses = {
  getQuote: {
    symbol: 'S@M',
    quote: {
      symbol: 'S@M',
      timestamp: at,
      ask: d('2'),
      ask_size: d('3'),
      bid: d('1'),
      bid_size: d('4'),
      last: d('1.5'),
      last_size: d('1'),
      volume: d('5.75E3'),
      turnover: d('9'),
      open: d('1'),
      high: d('2'),
      low: d('1'),
      close: d('1'),
      change: d('-0.5'),
      open_interest: d('6'),
      option: {
        open_interest: d('1'),
        implied_volatility: d('2'),
        theoretical_price: d('3'),
        delta: d('4'),
        gamma: d('5'),
        theta: d('6'),
        vega: d('7'),
        rho: d('8'),
      },
    },
  },
  getTrades: {
    symbol: 'S@M',
    trades: [
      { trade_id: '1', mpid: 'm', timestamp: at, price: d('1'), size: d('2'), open_interest: d('3'), side: 'SIDE_BUY' },
    ],
  },
  getOrderBook: {
    symbol: 'S@M',
    orderbook: {
      rows: [{ price: d('1'), sell_size: d('2'), buy_size: d('3'), action: 'ACTION_ADD', mpid: 'm', timestamp: at }],
    },
  },
  listPastBondEvents: {
    symbol: 'S@M',
    pagination,
    events: [
      {
        date,
        type: 'COUPON',
        value: d('1'),
        currency: 'USD',
        coupon_details: { record_date: date, start_date: date, face_value: d('1000'), value_percent: d('5') },
        amortization_details: {
          new_face_value: d('900'),
          initial_face_value: d('1000'),
          amortization_percent: d('10'),
        },
        offer_details: { offer_type: 'PUT', price: d('100'), start_date: date, end_date: date, agent: 'a' },
      },
    ],
  },
  listPastDividends: { pagination, dividends: [{ date, amount: d('1.25'), currency: 'USD' }] },
  listFutureSplits: {
    symbol: 'S@M',
    pagination,
    splits: [{ exec_date: date, old_ratio: d('1'), new_ratio: d('10'), new_lot: 1, convertation_type: 'ORDINARY' }],
  },
} satisfies Partial<Record<EndpointName, unknown>>
