import { z } from 'zod'
import { m } from '#shared/messages/messages.js'
import { ReportForm } from '#shared/model/report.ts'
import { AccountId, CalendarDate, Instant, InstrumentSymbol } from '#shared/model/values.ts'
import { writeDate, writeInstant, type Endpoint } from './endpoint.ts'
import { decodeAccount } from './wire/account.ts'
import { decodeBondEvents, decodeDividends, decodeSplits } from './wire/corporate-event.ts'
import {
  decodeConstituents,
  decodeInstrumentDetails,
  decodeInstrumentPage,
  decodeInstruments,
} from './wire/instrument.ts'
import { decodeOrderBook, decodeQuote, decodeTrades } from './wire/market.ts'
import { decodeOrder, decodeOrders } from './wire/order.ts'
import { decodeReportId, decodeReportInfo } from './wire/report.ts'
import { decodeSessionDetails, decodeToken, decodeUsage } from './wire/session.ts'
import { decodeOptions, decodeSchedule, decodeTradingParams } from './wire/trading.ts'
import { decodeTransactions } from './wire/transaction.ts'

type Rest<I, O> = Pick<Endpoint<I, O>, 'decode' | 'query'>

/** A read that needs the token and may be repeated. */
const read = <I, O>(path: Endpoint<I, O>['path'], input: z.ZodType<I>, rest: Rest<I, O>): Endpoint<I, O> => ({
  method: 'GET',
  path,
  input,
  auth: 'bearer',
  retry: true,
  ...rest,
})

const nothing = z.object({})
const ofSymbol = z.object({ symbol: InstrumentSymbol })
const ofAccount = z.object({ accountId: AccountId })
const ofCursor = z.object({ cursor: z.string().max(128).nullable().optional() })
const from = Instant
const to = Instant
const isOrdered = (range: { readonly from: Instant; readonly to: Instant }): boolean => range.from < range.to

const ofEvents = z.object({
  symbol: InstrumentSymbol.optional(),
  direction: z.enum(['ASC', 'DESC']).optional(),
  limit: z.int().min(1).optional(),
  offset: z.int().min(0).optional(),
})
const ofPastEvents = ofEvents.extend({ from: CalendarDate.optional(), to: CalendarDate.optional() })

const eventQuery = ({ symbol, direction, limit, offset }: z.infer<typeof ofEvents>) => ({
  symbol,
  sort_direction: direction,
  limit,
  offset,
})
const pastEventQuery = (input: z.infer<typeof ofPastEvents>) => ({
  ...eventQuery(input),
  ...writeDate('date_from', input.from),
  ...writeDate('date_to', input.to),
})

/** All 22 operations of the service, in our names and models. Source: the contract of the service, `rest-service.md`. Instants are UTC ms. */
const endpoints = {
  openSession: {
    method: 'POST',
    path: '/v1/sessions',
    input: z.object({ secret: z.string().min(1) }),
    body: ({ secret }: { readonly secret: string }) => ({ secret }),
    decode: decodeToken,
    auth: 'none',
    retry: true,
  },
  readSession: {
    method: 'POST',
    path: '/v1/sessions/details',
    input: z.object({ token: z.string().min(1) }),
    body: ({ token }: { readonly token: string }) => ({ token }),
    decode: decodeSessionDetails,
    auth: 'none',
    retry: true,
  },
  listTradableAssets: read('/v1/assets', nothing, { decode: decodeInstruments }),
  listAllAssets: read(
    '/v1/assets/all',
    ofCursor.extend({ onlyActive: z.boolean().optional(), onlyDisabled: z.boolean().optional() }),
    {
      query: ({ cursor, onlyActive, onlyDisabled }) => ({
        cursor,
        only_active: onlyActive,
        only_disabled: onlyDisabled,
      }),
      decode: decodeInstrumentPage,
    },
  ),
  getAsset: read('/v1/assets/{symbol}', ofSymbol.extend({ accountId: AccountId.optional() }), {
    query: ({ accountId }) => ({ account_id: accountId }),
    decode: decodeInstrumentDetails,
  }),
  getTradingParams: read('/v1/assets/{symbol}/params', ofSymbol.extend({ accountId: AccountId }), {
    query: ({ accountId }) => ({ account_id: accountId }),
    decode: decodeTradingParams,
  }),
  getSchedule: read('/v1/assets/{symbol}/schedule', ofSymbol, { decode: decodeSchedule }),
  listConstituents: read('/v1/assets/{symbol}/constituents', ofSymbol.extend(ofCursor.shape), {
    query: ({ cursor }) => ({ cursor }),
    decode: decodeConstituents,
  }),
  listOptions: read(
    '/v1/assets/{symbol}/options',
    ofSymbol.extend({ root: z.string().optional(), expirationDate: CalendarDate.optional() }),
    {
      query: ({ root, expirationDate }) => ({ root, ...writeDate('expiration_date', expirationDate) }),
      decode: decodeOptions,
    },
  ),
  getQuote: read('/v1/instruments/{symbol}/quotes/latest', ofSymbol, { decode: decodeQuote }),
  getTrades: read('/v1/instruments/{symbol}/trades/latest', ofSymbol, { decode: decodeTrades }),
  getOrderBook: read('/v1/instruments/{symbol}/orderbook', ofSymbol, { decode: decodeOrderBook }),
  listPastBondEvents: read('/v1/bonds/past', ofPastEvents, { query: pastEventQuery, decode: decodeBondEvents }),
  listPastDividends: read('/v1/past-dividends', ofPastEvents, { query: pastEventQuery, decode: decodeDividends }),
  listFutureSplits: read('/v1/splits/future', ofEvents, { query: eventQuery, decode: decodeSplits }),
  getAccount: read('/v1/accounts/{accountId}', ofAccount, { decode: decodeAccount }),
  listTransactions: read(
    '/v1/accounts/{accountId}/transactions',
    ofAccount
      .extend({ from, to, limit: z.int().min(1).optional(), latest: Instant.optional() })
      .refine(isOrdered, { path: ['to'], error: () => m.broker_must_be_after_from() }),
    {
      query: (input) => ({
        limit: input.limit,
        'interval.start_time': writeInstant(input.from),
        'interval.end_time': writeInstant(input.to),
      }),
      decode: decodeTransactions,
    },
  ),
  listOrders: read('/v1/accounts/{accountId}/orders', ofAccount, { decode: decodeOrders }),
  cancelOrder: {
    ...read('/v1/accounts/{accountId}/orders/{orderId}', ofAccount.extend({ orderId: z.string().min(1).max(128) }), {
      decode: decodeOrder,
    }),
    method: 'DELETE',
    retry: false,
    lostResponse: m.broker_whether_the_order_was_cancelled_is_unknown,
  },
  createReport: {
    method: 'POST',
    path: '/v1/report',
    input: ofAccount
      .extend({ from, to, form: ReportForm })
      .refine(isOrdered, { path: ['to'], error: () => m.broker_must_be_after_from() }),
    body: (input: { accountId: string; from: Instant; to: Instant; form: ReportForm }) => ({
      date_range: { date_begin: writeInstant(input.from), date_end: writeInstant(input.to) },
      report_form: input.form,
      account_id: input.accountId,
    }),
    decode: decodeReportId,
    auth: 'bearer',
    retry: false,
    lostResponse: m.broker_whether_the_report_was_requested_is_unknown,
  },
  getReport: read('/v1/report/{reportId}/info', z.object({ reportId: z.string().min(1).max(128) }), {
    decode: decodeReportInfo,
  }),
  getUsage: read('/v1/usage', nothing, { decode: decodeUsage }),
} as const

/** The names of the operations. */
export type EndpointName = keyof typeof endpoints
/** The input of each operation. */
export type Inputs = { readonly [N in EndpointName]: z.infer<(typeof endpoints)[N]['input']> }
/** The result of each operation. */
export type Outputs = { readonly [N in EndpointName]: ReturnType<(typeof endpoints)[N]['decode']> }

/** The same table, typed so that generic code keeps input and output together. */
export const table: { readonly [N in EndpointName]: Endpoint<Inputs[N], Outputs[N]> } = endpoints
