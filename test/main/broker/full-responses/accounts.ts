import type { EndpointName } from '#main/broker/endpoints.ts'
import { at, d, money } from './values.ts'

export const accountResponses = {
  openSession: { token: 'abc' },
  readSession: {
    created_at: at,
    expires_at: at,
    account_ids: ['A'],
    readonly: true,
    md_permissions: [
      {
        quote_level: 'QUOTE_LEVEL_LAST_PRICE',
        delay_minutes: 15,
        mic: 'M',
        country: 'C',
        continent: 'E',
        worldwide: true,
      },
    ],
  },
  getAccount: {
    account_id: 'A',
    type: 'UNION',
    status: 'ACCOUNT_ACTIVE',
    equity: d('1'),
    unrealized_profit: d('2'),
    positions: [
      {
        symbol: 'S@M',
        quantity: d('-5'),
        average_price: d('1'),
        current_price: d('2'),
        maintenance_margin: d('3'),
        daily_pnl: d('4'),
        unrealized_pnl: d('5'),
      },
    ],
    cash: [money],
    portfolio_mc: { available_cash: d('1'), initial_margin: d('2'), maintenance_margin: d('3') },
    portfolio_mct: {},
    portfolio_forts: { available_cash: d('1'), money_reserved: d('2') },
    open_account_date: at,
    first_trade_date: at,
    first_non_trade_date: at,
  },
  listTransactions: {
    transactions: [
      {
        id: '1',
        category: 'OTHERS',
        timestamp: at,
        symbol: 'S@M',
        change: money,
        transaction_category: 'INCOME',
        transaction_name: 'N',
        trade: { size: d('1'), price: d('2'), accrued_interest: d('3') },
        change_qty: d('4'),
      },
    ],
  },
  createReport: { report_id: '7' },
  getReport: {
    info: {
      report_id: '7',
      status: 'SUCCESS',
      date_range: { date_begin: at, date_end: at },
      report_form: 'REPORT_FORM_LONG',
      account_id: 'A',
      url: 'https://x.example/r',
    },
  },
  getUsage: { quotas: [{ name: 'all', limit: '200', remaining: '150', reset_time: at }] },
} satisfies Partial<Record<EndpointName, unknown>>
