import { multiply, type Decimal } from '#shared/decimal.ts'
import { riskRateOf } from '../../accounts/accounts.ts'
import { valueFactor } from '../../accounts/transaction-row.ts'
import { faceOn } from '../../catalog/bonds.ts'
import type { Instrument } from '../../catalog/instrument.ts'
import { dayAt, type Day } from '../../values/day.ts'
import { exact, rounded, secondsText, wireDate, wireDayStart, wireDecimal, wireMoney } from '../../values/wire.ts'
import { accountOf, booleanOf, instrumentOf, integerOf, isArchivedNow } from './inputs.ts'
import { optionChain } from './market-data.ts'
import type { Call, Route } from './route.ts'

const assetsPerPage = 500
const constituentsPerPage = 25

const listItem = ({ symbol, id, ticker, mic, isin, type, name }: Instrument) => ({
  symbol,
  id,
  ticker,
  mic,
  isin,
  type,
  name,
})

/** Instruments: lists, reference data, trading parameters, schedules, index constituents and option chains. */
export const assetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/assets',
    handle: (call) => ({
      assets: call.world.market.catalog.list
        .filter((instrument) => instrument.type !== 'INDICES' && !isArchivedNow(call, instrument))
        .map(listItem),
    }),
  },
  { method: 'GET', path: '/v1/assets/all', handle: allAssets },
  {
    method: 'GET',
    path: '/v1/assets/:symbol',
    handle: (call) => {
      const account = call.query.get('account_id')
      if (account !== null && account !== '') accountOf(call, account)
      return fullAsset(instrumentOf(call, call.param('symbol'), 400), dayAt(call.world.clock.now()))
    },
  },
  { method: 'GET', path: '/v1/assets/:symbol/params', handle: tradingParams },
  { method: 'GET', path: '/v1/assets/:symbol/schedule', handle: schedule },
  { method: 'GET', path: '/v1/assets/:symbol/constituents', handle: constituents },
  { method: 'GET', path: '/v1/assets/:symbol/options', handle: optionChain },
]

/** The cursor is the id of the page's first instrument; the last page has the cursor "0". */
function allAssets(call: Call): object {
  const cursor = integerOf(call, 'cursor') ?? 0
  const isOnlyActive = booleanOf(call, 'only_active')
  const isOnlyDisabled = booleanOf(call, 'only_disabled')
  const rest = call.world.market.catalog.list.filter(
    (instrument) =>
      Number(instrument.id) >= cursor &&
      !(isOnlyActive && isArchivedNow(call, instrument)) &&
      !(isOnlyDisabled && !isArchivedNow(call, instrument)),
  )
  return {
    assets: rest
      .slice(0, assetsPerPage)
      .map((instrument) => ({ ...listItem(instrument), is_archived: isArchivedNow(call, instrument) })),
    next_cursor: rest[assetsPerPage]?.id ?? '0',
  }
}

/** The full asset has no `symbol` field. */
function fullAsset(instrument: Instrument, today: Day): object {
  const { board, id, ticker, mic, isin, type, name, decimals, minStep, currency, future, option, bond } = instrument
  const expiresOn = future?.expiresOn ?? option?.expiresOn ?? bond?.maturesOn
  return {
    board,
    id,
    ticker,
    mic,
    isin,
    type,
    name,
    lot_size: wireDecimal(exact(String(instrument.lotSize))),
    decimals,
    min_step: String(minStep),
    ...(expiresOn !== undefined && { expiration_date: wireDate(expiresOn) }),
    quote_currency: currency,
    ...(future && {
      future_details: {
        expiration_date: wireDayStart(future.expiresOn),
        contract_size: wireDecimal(exact(String(future.factor))),
      },
    }),
    ...(option && {
      option_details: {
        expiration_date: wireDayStart(option.expiresOn),
        contract_size: wireDecimal(exact(String(option.contractSize))),
        strike: wireDecimal(exact(String(option.strike))),
      },
    }),
    ...(bond && {
      bond_details: { bond_face_value: wireDecimal(rounded(faceOn(bond, today), 2)), currency: bond.currency },
    }),
  }
}

function tradingParams(call: Call): object {
  const instrument = instrumentOf(call, call.param('symbol'), 400)
  const accountId = accountOf(call, call.query.get('account_id') || (call.world.accounts.ids[0] ?? ''))
  const isTradable = instrument.type !== 'INDICES' && !isArchivedNow(call, instrument)
  const rate = riskRateOf(instrument)
  const price = call.world.market.lastPrice(instrument)
  const value = multiply(price, valueFactor(instrument, call.world.clock.now()))
  const money = (share: Decimal) => wireMoney(instrument.currency, multiply(value, share))
  const isShortable = isTradable && (instrument.type === 'FUTURES' || Number(instrument.id) % 3 !== 0)
  return {
    symbol: instrument.symbol,
    account_id: accountId,
    tradeable: isTradable,
    is_tradable: isTradable,
    longable: { value: isTradable ? 'AVAILABLE' : 'NOT_AVAILABLE', halted_days: 0 },
    shortable: { value: isShortable ? 'AVAILABLE' : isTradable ? 'HTB' : 'NOT_AVAILABLE', halted_days: 0 },
    long_risk_rate: wireDecimal(multiply(rate, exact('100'))),
    long_collateral: money(exact('1')),
    long_initial_margin: money(rate),
    price_type: instrument.type === 'FUTURES' ? 'ANY' : 'POSITIVE',
    ...(isShortable && {
      short_risk_rate: wireDecimal(multiply(rate, exact('150'))),
      short_collateral: money(exact('1')),
      short_initial_margin: money(multiply(rate, exact('1.5'))),
    }),
  }
}

/** Today and tomorrow, by the market's own calendar. */
function schedule(call: Call): object {
  const { symbol, mic } = instrumentOf(call, call.param('symbol'), 400)
  const { calendar } = call.world.market
  const today = calendar.localDay(mic, call.world.clock.now())
  const sessions = [...calendar.sessionsOn(mic, today), ...calendar.sessionsOn(mic, today + 1)]
  return {
    symbol,
    sessions: sessions.map(({ type, startAt, endAt }) => ({
      type,
      interval: { start_time: secondsText(startAt), end_time: secondsText(endAt) },
    })),
  }
}

/** The last page has an empty cursor here and "0" in `/v1/assets/all`: clients must handle both. */
function constituents(call: Call): object {
  const index = instrumentOf(call, call.param('symbol'), 404)
  const cursor = integerOf(call, 'cursor') ?? 0
  const members = (index.constituents ?? [])
    .map((symbol) => call.world.market.catalog.get(symbol))
    .sort((a, b) => Number(a.id) - Number(b.id))
    .filter(({ id }) => Number(id) >= cursor)
  return {
    constituents: members.slice(0, constituentsPerPage).map(({ symbol, name, sector, id, currency }) => ({
      symbol,
      name,
      sector: sector?.[0] ?? '',
      sub_sector: sector?.[1] ?? '',
      cik: currency === 'USD' ? id.padStart(10, '0') : '',
    })),
    next_cursor: members[constituentsPerPage]?.id ?? '',
  }
}
