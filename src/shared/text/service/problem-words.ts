import { m } from '../../messages/messages.js'
import type { ServiceCause, ServiceProblem } from '../../model/app/service.ts'
import { texts } from '../../texts.ts'
import { counted } from '../counted.ts'
import type { Format } from '../format.ts'

/** The data that each endpoint gives. */
const data: Readonly<Record<string, string>> = texts({
  openSession: m.service_session,
  readSession: m.service_session,
  listTradableAssets: m.service_instruments,
  listAllAssets: m.service_instruments,
  getAsset: m.service_reference,
  getTradingParams: m.service_params,
  getSchedule: m.service_schedule,
  listConstituents: m.service_constituents,
  listOptions: m.service_options,
  getQuote: m.service_quotes,
  getTrades: m.service_trades,
  getOrderBook: m.service_book,
  listPastBondEvents: m.service_bond_events,
  listPastDividends: m.service_dividends,
  listFutureSplits: m.service_splits,
  getAccount: m.service_account,
  listTransactions: m.service_transactions,
  listOrders: m.service_orders,
  cancelOrder: m.service_cancel,
  createReport: m.service_report_request,
  getReport: m.service_reports,
  getUsage: m.service_usage,
})

/** What the user lacks without the data of each endpoint. */
const costs: Readonly<Record<string, string>> = texts({
  openSession: m.service_cost_session,
  readSession: m.service_cost_session,
  listTradableAssets: m.service_cost_tradable_instruments,
  listAllAssets: m.service_cost_instruments,
  getAsset: m.service_cost_reference,
  getTradingParams: m.service_cost_params,
  getSchedule: m.service_cost_schedule,
  listConstituents: m.service_cost_constituents,
  listOptions: m.service_cost_options,
  getQuote: m.service_cost_quotes,
  getTrades: m.service_cost_trades,
  getOrderBook: m.service_cost_book,
  listPastBondEvents: m.service_cost_bond_events,
  listPastDividends: m.service_cost_dividends,
  listFutureSplits: m.service_cost_splits,
  getAccount: m.service_cost_account,
  listTransactions: m.service_cost_transactions,
  listOrders: m.service_cost_orders,
  cancelOrder: m.service_cost_cancel,
  createReport: m.service_cost_report_request,
  getReport: m.service_cost_reports,
  getUsage: m.service_cost_usage,
})

/** What the user lacks without the data of an endpoint, as a sentence. */
export const serviceCostWords = (endpoint: string): string => costs[endpoint] ?? ''

/** The data that an endpoint gives, in words. */
export const serviceDataWords = (endpoint: string): string => data[endpoint] ?? endpoint

const ofAccounts: ReadonlySet<string> = new Set(['getAccount', 'listTransactions', 'listOrders'])

/** Why data of the service is missing, as a sentence. */
export function serviceCauseWords({ code, status, reason, fields }: ServiceCause): string {
  const paths = fields.join(', ')
  switch (code) {
    case 'refused':
      return reason === ''
        ? m.service_refuses_with_status({ status: status ?? '—' })
        : m.service_refuses_with_words({ reason })
    case 'not-known':
      return reason === '' ? m.service_does_not_know() : m.service_does_not_know_with_words({ reason })
    case 'failed':
      return status === null ? m.service_fails() : m.service_fails_with_status({ status })
    case 'unreadable':
      return paths === '' ? m.service_answer_is_unreadable() : m.service_answer_is_unreadable_at({ fields: paths })
    case 'too-large':
      return m.service_answer_is_too_large()
    case 'incomplete':
      return m.service_fields_are_unreadable({ fields: paths })
    case 'empty':
      return m.service_answer_is_empty()
  }
}

/** What is missing, since when and why, in one line. `writeTime` writes a time, given in UTC ms. */
export function serviceProblemWords(
  { endpoint, cause, since, count }: ServiceProblem,
  format: Pick<Format, 'count'>,
  writeTime: (at: number) => string,
): string {
  const of = ofAccounts.has(endpoint) ? m.service_data_of_accounts : m.service_data_of_instruments
  const name = serviceDataWords(endpoint)
  const values = {
    data: count === 0 ? name : of({ data: name, ...counted(count, format) }),
    time: writeTime(since),
    cause: serviceCauseWords(cause),
  }
  return cause.code === 'incomplete' ? m.service_incomplete_since(values) : m.service_missing_since(values)
}
