import { z } from 'zod'
import type { OptionContract, TradingParams, TradingSession } from '#shared/model/instrument.ts'
import { decodeRows, decodeWhole, expectSame, type Rows } from './decode.ts'
import { count, date, decimal, key, money, named, optionalId, optionalKey, statedInstant } from './fields.ts'
import { noteNotStated } from './observed.ts'

const availability = z
  .object({ value: named('shortable'), halted_days: count })
  .transform((raw) => ({ value: raw.value, haltedDays: raw.halted_days }))

const params = z.object({
  symbol: optionalKey,
  account_id: optionalId,
  tradeable: z.boolean().nullish(),
  is_tradable: z.boolean().nullish(),
  longable: availability.nullish(),
  shortable: availability.nullish(),
  long_risk_rate: decimal,
  short_risk_rate: decimal,
  long_collateral: money,
  short_collateral: money,
  long_initial_margin: money,
  short_initial_margin: money,
  price_type: named('priceType'),
})

/** `GET /v1/assets/{symbol}/params`, of one account. */
export function decodeTradingParams(
  json: unknown,
  requested: { readonly symbol: string; readonly accountId: string },
): TradingParams {
  const raw = decodeWhole(params, json)
  expectSame('symbol', raw.symbol, requested.symbol)
  expectSame('account_id', raw.account_id, requested.accountId)
  noteNotStated({ long_initial_margin: raw.long_initial_margin, is_tradable: raw.is_tradable ?? raw.tradeable })
  return {
    symbol: requested.symbol,
    accountId: requested.accountId,
    isTradable: agreed(raw.is_tradable, raw.tradeable),
    longable: raw.longable ?? null,
    shortable: raw.shortable ?? null,
    longRiskRate: raw.long_risk_rate,
    shortRiskRate: raw.short_risk_rate,
    longCollateral: raw.long_collateral,
    shortCollateral: raw.short_collateral,
    longInitialMargin: raw.long_initial_margin,
    shortInitialMargin: raw.short_initial_margin,
    priceType: raw.price_type || null,
  }
}

// The flag has two names. If their values differ, it is unknown.
function agreed(newer: boolean | null | undefined, older: boolean | null | undefined): boolean | null {
  const first = newer ?? older ?? null
  return (older ?? first) === first ? first : null
}

const interval = z.object({ start_time: statedInstant, end_time: statedInstant })
const session = z.object({ type: named('sessionType'), interval }).transform((raw): TradingSession => ({
  type: raw.type,
  startAt: raw.interval.start_time,
  endAt: raw.interval.end_time,
}))
const schedule = z.object({ symbol: optionalKey, sessions: z.array(session) })

/** `GET /v1/assets/{symbol}/schedule`. */
export function decodeSchedule(
  json: unknown,
  requested: { readonly symbol: string },
): { readonly sessions: readonly TradingSession[] } {
  const raw = decodeWhole(schedule, json)
  expectSame('symbol', raw.symbol, requested.symbol)
  return { sessions: raw.sessions }
}

const option = z
  .object({
    symbol: key,
    type: named('optionType'),
    contract_size: decimal,
    strike: decimal,
    multiplier: decimal,
    trade_first_day: date,
    trade_last_day: date,
    expiration_first_day: date,
    expiration_last_day: date,
  })
  .transform((raw): OptionContract => ({
    symbol: raw.symbol,
    type: raw.type,
    contractSize: raw.contract_size,
    strike: raw.strike,
    multiplier: raw.multiplier,
    tradeFirstDay: raw.trade_first_day,
    tradeLastDay: raw.trade_last_day,
    expirationFirstDay: raw.expiration_first_day,
    expirationLastDay: raw.expiration_last_day,
  }))

/** `GET /v1/assets/{underlying_symbol}/options`: contracts of one expiry or of several. */
export const decodeOptions = (json: unknown): Rows<OptionContract> => decodeRows(json, 'options', option)
