import { z } from 'zod'
import type { Account, Portfolio, Position } from '#shared/model/account.ts'
import { decodeWhole, expectSame } from './decode.ts'
import { decimal, instant, key, listOfMoney, named, optionalId } from './fields.ts'
import { noteNotStated } from './observed.ts'

const position: z.ZodType<Position> = z
  .object({
    symbol: key,
    quantity: decimal,
    average_price: decimal,
    current_price: decimal,
    maintenance_margin: decimal,
    daily_pnl: decimal,
    unrealized_pnl: decimal,
  })
  .transform((raw) => ({
    symbol: raw.symbol,
    quantity: raw.quantity,
    averagePrice: raw.average_price,
    currentPrice: raw.current_price,
    maintenanceMargin: raw.maintenance_margin,
    dailyPnl: raw.daily_pnl,
    unrealizedPnl: raw.unrealized_pnl,
  }))

const mc = z
  .object({ available_cash: decimal, initial_margin: decimal, maintenance_margin: decimal })
  .transform((raw): Portfolio => ({
    kind: 'mc',
    availableCash: raw.available_cash,
    initialMargin: raw.initial_margin,
    maintenanceMargin: raw.maintenance_margin,
  }))

// By the contract this is a string, but the service sends `{}`. Neither has content.
const mct = z.union([z.string(), z.object({})]).transform((): Portfolio => ({ kind: 'mct' }))

const forts = z.object({ available_cash: decimal, money_reserved: decimal }).transform((raw): Portfolio => ({
  kind: 'forts',
  availableCash: raw.available_cash,
  moneyReserved: raw.money_reserved,
}))

const account = z.object({
  account_id: optionalId,
  type: named('accountType'),
  status: named('accountStatus'),
  equity: decimal,
  unrealized_profit: decimal,
  positions: z.array(position),
  cash: listOfMoney,
  portfolio_mc: mc.nullish(),
  portfolio_mct: mct.nullish(),
  portfolio_forts: forts.nullish(),
  open_account_date: instant,
  first_trade_date: instant,
  first_non_trade_date: instant,
})

/**
 * `GET /v1/accounts/{account_id}`. Quantities in signed pieces, amounts as exact decimals. Throws `protocol` without
 * positions or cash: an missing list is not an empty list.
 */
export function decodeAccount(json: unknown, requested: { readonly accountId: string }): Account {
  const raw = decodeWhole(account, json)
  expectSame('account_id', raw.account_id, requested.accountId)
  noteNotStated({ equity: raw.equity })
  for (const { quantity, currentPrice } of raw.positions)
    noteNotStated({ 'positions[*].quantity': quantity, 'positions[*].current_price': currentPrice })
  return {
    id: requested.accountId,
    type: raw.type,
    status: raw.status,
    equity: raw.equity,
    unrealizedProfit: raw.unrealized_profit,
    positions: raw.positions,
    cash: raw.cash,
    // By the contract an empty `mct` string may come together with another portfolio, so `mct` is last.
    portfolio: raw.portfolio_mc ?? raw.portfolio_forts ?? raw.portfolio_mct ?? null,
    openedAt: raw.open_account_date,
    firstTradeAt: raw.first_trade_date,
    firstNonTradeAt: raw.first_non_trade_date,
  }
}
