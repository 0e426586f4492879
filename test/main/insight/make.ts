import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import type { Account, Position } from '#shared/model/account.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { Quote } from '#shared/model/market.ts'
import type { Order } from '#shared/model/order/order.ts'
import { emptyAccount, emptyQuote } from '../../fakes/empty-figures.ts'

/** Returns decimal text as a `Decimal`. Throws if it is not a decimal. */
export function d(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}

export const makePosition = (over: Partial<Position> = {}): Position => ({
  symbol: 'AAA@XXXX',
  quantity: d('10'),
  averagePrice: d('90'),
  currentPrice: d('100'),
  maintenanceMargin: null,
  dailyPnl: d('5'),
  unrealizedPnl: d('100'),
  ...over,
})

export const makeAccount = (over: Partial<Account> = {}): Account => ({
  ...emptyAccount,
  ...{ id: '1900001', equity: d('1000'), unrealizedProfit: d('10') },
  ...over,
})

/** A working limit order for a quantity of 10. */
export const makeOrder = (over: Partial<Order> = {}): Order => ({
  id: '70000000001',
  execId: '',
  accountId: '1900001',
  status: 'ORDER_STATUS_NEW',
  body: {
    symbol: 'AAA@XXXX',
    quantity: d('10'),
    side: 'SIDE_BUY',
    type: 'ORDER_TYPE_LIMIT',
    timeInForce: 'TIME_IN_FORCE_DAY',
    limitPrice: d('99.5'),
    stopPrice: null,
    stopCondition: '',
    legs: [],
    clientOrderId: '',
    validBefore: '',
    comment: '',
  },
  stopLossTakeProfit: null,
  transactAt: 1,
  acceptAt: null,
  withdrawAt: null,
  initialQuantity: d('10'),
  executedQuantity: d('0'),
  remainingQuantity: d('10'),
  ...over,
})

export const makeDetails = (over: Partial<InstrumentDetails> = {}): InstrumentDetails => ({
  symbol: 'AAA@XXXX',
  id: '1',
  ticker: 'AAA',
  mic: 'XXXX',
  isin: '',
  type: 'EQUITIES',
  name: 'Triple A',
  board: 'TQBR',
  decimals: 2,
  minStep: d('1'),
  lotSize: d('1'),
  expirationDate: null,
  quoteCurrency: 'USD',
  contractSize: null,
  strike: null,
  faceValue: null,
  faceCurrency: null,
  ...over,
})

export const makeQuote = (over: Partial<Quote> = {}): Quote => ({
  ...emptyQuote,
  ...{ symbol: 'AAA@XXXX', at: 1, last: d('110'), close: d('100') },
  ...over,
})

/** Reference data by symbol. */
export const bySymbol = (...details: readonly InstrumentDetails[]): ReadonlyMap<string, InstrumentDetails> =>
  new Map(details.map((instrument) => [instrument.symbol, instrument]))
