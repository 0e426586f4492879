import type { EndpointName } from '#main/broker/endpoints.ts'
import { at, d, date, money } from './values.ts'

const asset = { id: '9', ticker: 'S', mic: 'M', isin: 'US1', type: 'BONDS', name: 'N' }

export const instrumentResponses = {
  listTradableAssets: { assets: [{ symbol: 'S@M', ...asset, is_archived: false }] },
  listAllAssets: { assets: [{ symbol: 'S@M', ...asset, is_archived: true }], next_cursor: '10' },
  getAsset: {
    ...asset,
    board: 'B',
    decimals: 2,
    min_step: '5',
    lot_size: d('10'),
    expiration_date: date,
    quote_currency: 'USD',
    future_details: { expiration_date: at, contract_size: d('100') },
    bond_details: { bond_face_value: d('1000'), currency: 'USD' },
    option_details: { expiration_date: at, contract_size: d('10'), strike: d('55') },
  },
  getTradingParams: {
    symbol: 'S@M',
    account_id: 'A',
    tradeable: true,
    is_tradable: true,
    longable: { value: 'AVAILABLE', halted_days: 0 },
    shortable: { value: 'HTB', halted_days: 3 },
    long_risk_rate: d('1'),
    short_risk_rate: d('2'),
    long_collateral: money,
    short_collateral: money,
    long_initial_margin: money,
    short_initial_margin: money,
    price_type: 'POSITIVE',
  },
  getSchedule: { symbol: 'S@M', sessions: [{ type: 'CORE_TRADING', interval: { start_time: at, end_time: at } }] },
  listConstituents: {
    constituents: [{ symbol: 'S@M', name: 'N', sector: 'E', sub_sector: 'F', cik: '1' }],
    next_cursor: '5',
  },
  listOptions: {
    symbol: 'S@M',
    options: [
      {
        symbol: 'O@M',
        type: 'TYPE_CALL',
        contract_size: d('1'),
        strike: d('2'),
        multiplier: d('3'),
        trade_first_day: date,
        trade_last_day: date,
        expiration_first_day: date,
        expiration_last_day: date,
      },
    ],
  },
} satisfies Partial<Record<EndpointName, unknown>>
