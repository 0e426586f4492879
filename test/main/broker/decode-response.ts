import { z } from 'zod'
import { table, type EndpointName, type Inputs } from '#main/broker/endpoints.ts'
import { unpack, type Packed } from '#main/threads/packed-rows.ts'
import { Account } from '#shared/model/account.ts'
import { SessionDetails } from '#shared/model/app/connection.ts'
import { Quota } from '#shared/model/app/usage.ts'
import {
  BondEvent,
  Dividend,
  Split,
  Constituent,
  Instrument,
  InstrumentDetails,
  OptionContract,
  TradingParams,
  TradingSession,
} from '#shared/model/instrument.ts'
import { OrderBookRow, Quote, Trade } from '#shared/model/market.ts'
import { Order } from '#shared/model/order/order.ts'
import { ReportInfo } from '#shared/model/report.ts'
import { Transaction } from '#shared/model/transaction/transaction.ts'
import { Instant } from '#shared/model/values.ts'
import { readExample } from './examples.ts'

const examples: readonly (readonly [prefix: string, name: EndpointName])[] = [
  ['account.', 'getAccount'],
  ['asset.', 'getAsset'],
  ['asset_params.', 'getTradingParams'],
  ['assets.', 'listTradableAssets'],
  ['options.', 'listOptions'],
  ['order_cancel.', 'cancelOrder'],
  ['orderbook.', 'getOrderBook'],
  ['orders.', 'listOrders'],
  ['quote_latest.', 'getQuote'],
  ['schedule.', 'getSchedule'],
  ['sessions_details.', 'readSession'],
  ['trades_latest.', 'getTrades'],
  ['transactions.', 'listTransactions'],
]

export const endpointOf = (example: string): EndpointName | null =>
  examples.find(([prefix]) => example.startsWith(prefix))?.[1] ?? null

/** Decodes an example as the response of its endpoint. */
export function decodeExample(example: string): unknown {
  const json = z
    .looseObject({ symbol: z.string().default('S@M'), account_id: z.string().default('A') })
    .parse(readExample(example))
  const name = endpointOf(example)
  return name === null
    ? null
    : decodeAs(name, readExample(example), { symbol: json.symbol, accountId: json.account_id })
}

/** Decodes any JSON as the response of an endpoint. */
export function decodeAs(name: EndpointName, json: unknown, target: { symbol: string; accountId: string }): unknown {
  const output = (table[name].decode as (json: unknown, input: unknown) => object)(json, {
    ...target,
    secret: 's',
    token: 't',
    reportId: '7',
    orderId: '8',
  } satisfies Partial<Inputs['openSession'] & Inputs['readSession'] & Inputs['getReport'] & Inputs['cancelOrder']>)
  return unpackContent(output)
}

/** Unpacks the content of a decoded response, if it has packed content. */
export const unpackContent = (output: object): object =>
  'content' in output ? { ...output, content: unpack(output.content as Packed<unknown>) } : output

const malformed = z.array(z.strictObject({ path: z.string(), reason: z.string() }))
const rows = (row: z.ZodType, extra: z.ZodRawShape = {}) => z.strictObject({ rows: z.array(row), malformed, ...extra })
const received = z.int()
const nextCursor = z.string().min(1).nullable()
const hasNext = z.boolean()

/** For each endpoint the exact schema of the decoder's output: our models without additional fields. */
export const outputSchemas: Readonly<Record<EndpointName, z.ZodType>> = {
  openSession: z.strictObject({ token: z.string().min(1) }),
  readSession: SessionDetails.strict(),
  listTradableAssets: rows(Instrument.strict()),
  listAllAssets: z.strictObject({ content: z.array(Instrument.strict()), malformed, nextCursor }),
  getAsset: InstrumentDetails.strict(),
  getTradingParams: TradingParams.strict(),
  getSchedule: z.strictObject({ sessions: z.array(TradingSession.strict()) }),
  listConstituents: rows(Constituent.strict(), { nextCursor }),
  listOptions: rows(OptionContract.strict()),
  getQuote: Quote.strict(),
  getTrades: rows(Trade.strict()),
  getOrderBook: rows(OrderBookRow.strict()),
  listPastBondEvents: rows(BondEvent.strict(), { received, hasNext, isFull: hasNext }),
  listPastDividends: rows(Dividend.strict(), { received, hasNext, isFull: hasNext }),
  listFutureSplits: rows(Split.strict(), { received, hasNext, isFull: hasNext }),
  getAccount: Account.strict(),
  listTransactions: rows(z.strictObject({ id: z.string(), at: Instant }), {
    ...{ content: z.array(Transaction.strict()), isFine: z.boolean(), received },
    lost: z.array(z.strictObject({ id: z.string().nullable(), at: Instant.nullable() })),
  }),
  listOrders: rows(Order.strict()),
  cancelOrder: Order.strict(),
  createReport: z.strictObject({ reportId: z.string().min(1) }),
  getReport: ReportInfo.strict(),
  getUsage: z.strictObject({ quotas: z.array(Quota.strict()) }),
}
