import { z } from 'zod'
import {
  account,
  asset,
  bondEvent,
  bookRow,
  constituent,
  contract,
  date,
  decimal,
  instant,
  listItem,
  optional,
  order,
  pagination,
  params,
  quote,
  session,
  text,
  trade,
  transaction,
} from './wire-schemas.ts'

/** An instrument that has options. */
export const underlying = 'SBER@MISX'

/** Every read with the exact schema of its response. */
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
