import { z } from 'zod'

export const text = z.string()
export const decimal = z.strictObject({ value: z.string().regex(/^-?\d+(\.\d+)?(E-?\d+)?$/) })
const money = z.strictObject({ currency_code: text, units: z.string().regex(/^-?\d+$/), nanos: z.int() })
export const date = z.strictObject({ year: z.int(), month: z.int(), day: z.int() })
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
export const optional = <T extends z.ZodType>(schema: T) => schema.optional()
export const pagination = z.strictObject({ total: z.int(), limit: z.int(), offset: z.int(), has_next: z.boolean() })

/** The identifying fields in every response about an instrument. */
const named = { id: text, ticker: text, mic: text, isin: text, type: text, name: text }
export const listItem = z.strictObject({
  ...named,
  symbol: text,
  is_archived: z.boolean().optional(),
})
/** The complete response for an instrument. */
export const asset = z.strictObject({
  ...named,
  board: text,
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
export const params = z.strictObject({
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
export const session = z.strictObject({
  type: text,
  interval: z.strictObject({ start_time: instant, end_time: instant }),
})
export const constituent = z.strictObject({ symbol: text, name: text, sector: text, sub_sector: text, cik: text })
export const contract = z.strictObject({
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
export const trade = z.strictObject({
  trade_id: text,
  mpid: text,
  timestamp: instant,
  price: decimal,
  size: decimal,
  side: z.enum(['SIDE_BUY', 'SIDE_SELL']),
  open_interest: optional(decimal),
})
export const bookRow = z.strictObject({
  price: decimal,
  sell_size: optional(decimal),
  buy_size: optional(decimal),
  action: text,
  mpid: text,
  timestamp: instant,
})
export const bondEvent = z.strictObject({
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
export const account = z.strictObject({
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
export const transaction = z.strictObject({
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
export const order = z.strictObject({
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
