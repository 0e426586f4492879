import { z } from 'zod'

const text = z.string()
const decimal = z.strictObject({ value: z.string().regex(/^-?\d+(\.\d+)?(E-?\d+)?$/) })
const money = z.strictObject({ currency_code: text, units: z.string().regex(/^-?\d+$/), nanos: z.int() })
const date = z.strictObject({ year: z.int(), month: z.int(), day: z.int() })
const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
const optional = <T extends z.ZodType>(schema: T) => schema.optional()
const pagination = z.strictObject({ total: z.int(), limit: z.int(), offset: z.int(), has_next: z.boolean() })

const listItem = z.strictObject({
  symbol: text,
  id: text,
  ticker: text,
  mic: text,
  isin: text,
  type: text,
  name: text,
  is_archived: z.boolean().optional(),
})
/** The full answer of an instrument. */
export const asset = z.strictObject({
  board: text,
  id: text,
  ticker: text,
  mic: text,
  isin: text,
  type: text,
  name: text,
  decimals: z.int(),
  min_step: text,
  lot_size: decimal,
  expiration_date: optional(date),
  quote_currency: text,
  future_details: optional(z.strictObject({ expiration_date: instant, contract_size: decimal })),
  option_details: optional(z.strictObject({ expiration_date: instant, contract_size: decimal, strike: decimal })),
  bond_details: optional(z.strictObject({ bond_face_value: decimal, currency: text })),
})
const availability = z.strictObject({ value: text, halted_days: z.int() })
const params = z.strictObject({
  symbol: text,
  account_id: text,
  tradeable: z.boolean(),
  is_tradable: z.boolean(),
  longable: availability,
  shortable: availability,
  long_risk_rate: decimal,
  short_risk_rate: optional(decimal),
  long_collateral: money,
  short_collateral: optional(money),
  long_initial_margin: money,
  short_initial_margin: optional(money),
  price_type: text,
})
const session = z.strictObject({ type: text, interval: z.strictObject({ start_time: instant, end_time: instant }) })
const constituent = z.strictObject({ symbol: text, name: text, sector: text, sub_sector: text, cik: text })
const contract = z.strictObject({
  symbol: text,
  type: z.enum(['TYPE_CALL', 'TYPE_PUT']),
  contract_size: decimal,
  strike: decimal,
  multiplier: decimal,
  trade_last_day: date,
  expiration_first_day: date,
  expiration_last_day: date,
})
const greeks = z.strictObject({
  open_interest: decimal,
  implied_volatility: decimal,
  theoretical_price: decimal,
  delta: decimal,
  gamma: decimal,
  theta: decimal,
  vega: decimal,
  rho: decimal,
})
/** A quote, of any type of instrument. */
export const quote = z.strictObject({
  symbol: text,
  timestamp: instant,
  ask: decimal,
  ask_size: decimal,
  bid: decimal,
  bid_size: decimal,
  last: decimal,
  last_size: decimal,
  volume: decimal,
  turnover: decimal,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  change: decimal,
  open_interest: optional(decimal),
  option: optional(greeks),
})
const trade = z.strictObject({
  trade_id: text,
  mpid: text,
  timestamp: instant,
  price: decimal,
  size: decimal,
  side: z.enum(['SIDE_BUY', 'SIDE_SELL']),
  open_interest: optional(decimal),
})
const bookRow = z.strictObject({
  price: decimal,
  sell_size: optional(decimal),
  buy_size: optional(decimal),
  action: text,
  mpid: text,
  timestamp: instant,
})
const bondEvent = z.strictObject({
  date,
  type: text,
  value: decimal,
  currency: text,
  coupon_details: optional(
    z.strictObject({ record_date: date, start_date: date, face_value: decimal, value_percent: decimal }),
  ),
  amortization_details: optional(
    z.strictObject({ new_face_value: decimal, initial_face_value: decimal, amortization_percent: decimal }),
  ),
  offer_details: optional(
    z.strictObject({ offer_type: text, price: decimal, start_date: date, end_date: date, agent: text }),
  ),
})
const account = z.strictObject({
  account_id: text,
  type: text,
  status: text,
  equity: decimal,
  unrealized_profit: decimal,
  positions: z
    .array(
      z.strictObject({
        symbol: text,
        quantity: decimal,
        average_price: optional(decimal),
        current_price: decimal,
        maintenance_margin: optional(decimal),
        daily_pnl: optional(decimal),
        unrealized_pnl: optional(decimal),
      }),
    )
    .min(4),
  cash: z.array(money).min(1),
  portfolio_mc: optional(
    z.strictObject({ available_cash: decimal, initial_margin: decimal, maintenance_margin: decimal }),
  ),
  portfolio_mct: optional(z.strictObject({})),
  portfolio_forts: optional(z.strictObject({ available_cash: decimal, money_reserved: decimal })),
  open_account_date: instant,
  first_trade_date: instant,
  first_non_trade_date: instant,
})
const transaction = z.strictObject({
  id: text,
  category: text,
  timestamp: z.string().regex(/^[\dT:-]+Z$/),
  symbol: text,
  change: money,
  trade: optional(z.strictObject({ size: decimal, price: decimal, accrued_interest: decimal })),
  transaction_category: text,
  transaction_name: text,
  change_qty: optional(decimal),
})
const order = z.strictObject({
  order_id: z.string().regex(/^(\d{11}|\d{19})$/),
  exec_id: text,
  status: z.string().startsWith('ORDER_STATUS_'),
  order: optional(
    z.looseObject({
      account_id: text,
      symbol: text,
      quantity: decimal,
      limit_price: optional(decimal),
      legs: z.array(z.strictObject({ symbol: text, quantity: decimal, side: text })),
    }),
  ),
  sltp_order: optional(
    z.looseObject({ account_id: text, sl_price: decimal, tp_price: decimal, valid_expiry_time: instant }),
  ),
  transact_at: instant,
  accept_at: instant,
  withdraw_at: optional(instant),
  initial_quantity: decimal,
  executed_quantity: decimal,
  remaining_quantity: decimal,
})

/** An instrument with options. */
export const underlying = 'SBER@MISX'

/** Every read, with what its answer must be: nothing missing, nothing more. */
export const reads: readonly (readonly [path: string, schema: z.ZodType])[] = [
  ['/v1/assets', z.strictObject({ assets: z.array(listItem.omit({ is_archived: true })).min(400) })],
  ['/v1/assets/all', z.strictObject({ assets: z.array(listItem.required()).min(400), next_cursor: text })],
  [`/v1/assets/${underlying}`, asset],
  [`/v1/assets/${underlying}/params?account_id=1900001`, params],
  [`/v1/assets/${underlying}/schedule`, z.strictObject({ symbol: text, sessions: z.array(session).min(3) })],
  [
    '/v1/assets/IMOEX@%23RIDX/constituents',
    z.strictObject({ constituents: z.array(constituent).min(20), next_cursor: text }),
  ],
  [`/v1/assets/${underlying}/options`, z.strictObject({ symbol: text, options: z.array(contract).min(10) })],
  [`/v1/instruments/${underlying}/quotes/latest`, z.strictObject({ symbol: text, quote })],
  [`/v1/instruments/${underlying}/trades/latest`, z.strictObject({ symbol: text, trades: z.array(trade).min(10) })],
  [
    `/v1/instruments/${underlying}/orderbook`,
    z.strictObject({ symbol: text, orderbook: z.strictObject({ rows: z.array(bookRow).min(20) }) }),
  ],
  [
    '/v1/bonds/past?symbol=SU26204RMFS1@MISX',
    z.strictObject({ symbol: text, pagination, events: z.array(bondEvent).min(5) }),
  ],
  [
    `/v1/past-dividends?symbol=${underlying}`,
    z.strictObject({
      pagination,
      dividends: z.array(z.strictObject({ date, amount: decimal, currency: text })).min(3),
    }),
  ],
  [
    '/v1/splits/future?symbol=YDEX@MISX',
    z.strictObject({
      symbol: text,
      pagination,
      splits: z
        .array(
          z.strictObject({
            exec_date: date,
            old_ratio: decimal,
            new_ratio: decimal,
            new_lot: z.int(),
            convertation_type: text,
          }),
        )
        .length(1),
    }),
  ],
  ['/v1/accounts/1900001', account],
  ['/v1/accounts/TRQD05:989213', account],
  ['/v1/accounts/1900002', account],
  ['/v1/accounts/1900001/transactions', z.strictObject({ transactions: z.array(transaction).length(1000) })],
  ['/v1/accounts/TRQD05%3A989213/orders', z.strictObject({ orders: z.array(order).min(5) })],
  [
    '/v1/usage',
    z.strictObject({
      quotas: z
        .array(
          z.strictObject({
            name: text,
            limit: z.string().regex(/^\d+$/),
            remaining: z.string().regex(/^\d+$/),
            reset_time: optional(instant),
          }),
        )
        .min(1),
    }),
  ],
]
