import { multiply, zero } from '#shared/decimal.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { couponDays, faceOn } from '../catalog/bonds.ts'
import { bondEventsOf, dividendsOf, type DatedEvent } from '../catalog/corporate-events.ts'
import type { Bond, Instrument } from '../catalog/instrument.ts'
import { dayAt, type Day } from '../values/day.ts'
import {
  exact,
  rounded,
  secondsText,
  wireDate,
  wireDecimal,
  wireMoney,
  type WireDecimal,
  type WireMoney,
} from '../values/wire.ts'
import { transactionLimitOf } from './routes/accounts.ts'
import { pageOf, within } from './routes/corporate-events.ts'
import { checkSymbol, dateOf, instrumentOf, integerOf, isArchivedNow } from './routes/inputs.ts'
import { Refusal, TextReply, type Call, type Route } from './routes/route.ts'

/** Answers a request as the service was recorded to answer it: often not as its contract says. */
export function answerAsRecorded({ path, handle }: Route, call: Call): unknown {
  const recorded = recordedRoutes.get(path)
  return recorded === undefined ? handle(call) : recorded({ ...call, documented: () => handle(call) })
}

/** One request, with the documented answer to it. */
interface RecordedCall extends Call {
  readonly documented: () => unknown
}

/** Turns the documented answer of a route into the recorded one. A field that is undefined is not sent. */
type RecordedRoute = (call: RecordedCall) => unknown

const recordedRoutes: ReadonlyMap<string, RecordedRoute> = new Map<string, RecordedRoute>([
  ['/v1/assets', () => new TextReply('text/plain', tooLarge, 500)],
  ['/v1/assets/:symbol', asset],
  ['/v1/assets/:symbol/params', tradingParams],
  ['/v1/assets/:symbol/schedule', schedule],
  ['/v1/bonds/past', bondEvents],
  ['/v1/past-dividends', dividends],
  ['/v1/accounts/:account', account],
  ['/v1/accounts/:account/transactions', transactions],
])

const tooLarge = "Response not transcoded because the transcoder's internal buffer size exceeds the configured limit."

const todayOf = ({ world }: Call): Day => dayAt(world.clock.now())

interface AssetBody {
  readonly future_details?: { readonly contract_size: WireDecimal }
  readonly option_details?: object
}

/** The expiry is only in the details, as midnight in Moscow. A bond has no maturity, and its face value is today's. */
function asset(call: RecordedCall): object {
  if (!call.query.get('account_id')) throw new Refusal(400, 'Invalid arguments:account_id')
  const body = call.documented() as AssetBody
  const instrument = instrumentOf(call, call.param('symbol'), 400)
  const { bond, future, option } = instrument
  const expiry = ({ expiresOn }: { readonly expiresOn: Day }) => ({
    expiration_date: secondsText(expiresOn * dayMs - 3 * hourMs),
  })
  return {
    ...body,
    expiration_date: undefined,
    ...(isArchivedNow(call, instrument) && { min_step: '0' }),
    ...(future && {
      lot_size: body.future_details?.contract_size,
      future_details: { ...body.future_details, ...expiry(future) },
    }),
    ...(option && { option_details: { ...body.option_details, ...expiry(option) } }),
    ...(bond && { bond_details: { bond_face_value: faceToday(call, bond), currency: '%' } }),
  }
}

/** The face value that is still to be repaid: 0 after maturity. */
const faceToday = (call: Call, bond: Bond): WireDecimal =>
  wireDecimal(rounded(faceOn(repaidInParts(bond), todayOf(call)), 2))

/** The last repayment, too, is an amortization. */
const repaidInParts = (bond: Bond): Bond => ({ ...bond, amortizations: Math.max(1, bond.amortizations) })

interface ParamsBody {
  readonly long_initial_margin: WireMoney
  readonly short_initial_margin?: WireMoney
}

/** Margins are in roubles, whatever currency a future is quoted in; a future has no collateral. */
function tradingParams(call: RecordedCall): object {
  const body = call.documented() as ParamsBody
  const instrument = instrumentOf(call, call.param('symbol'), 400)
  if (isArchivedNow(call, instrument)) throw new Refusal(400, 'Security is archived', 9)
  const { long_initial_margin: long, short_initial_margin: short } = body
  return {
    ...body,
    tradeable: undefined,
    trade_lot_size: String(instrument.lotSize),
    ...(instrument.future && {
      long_collateral: undefined,
      short_collateral: undefined,
      long_initial_margin: inRoubles(call, long),
      short_initial_margin: short && inRoubles(call, short),
    }),
  }
}

function inRoubles({ world }: Call, { currency_code: currency, units, nanos }: WireMoney): WireMoney {
  const amount = exact(`${units}.${String(nanos).padStart(9, '0')}`)
  return wireMoney('RUB', multiply(amount, world.market.roubleRate(currency)))
}

interface SessionBody {
  readonly type: string
  readonly interval: { readonly start_time: string; readonly end_time: string }
}

/** The clearing of the Moscow exchange begins with a closing auction of ten minutes. */
function schedule(call: RecordedCall): object {
  const body = call.documented() as { readonly symbol: string; readonly sessions: readonly SessionBody[] }
  if (!body.symbol.endsWith('@MISX')) return body
  const sessions = body.sessions.flatMap((session) => {
    if (session.type !== 'CLEARING') return [session]
    const { start_time, end_time } = session.interval
    const between = secondsText(Date.parse(start_time) + 10 * minuteMs)
    return [
      { type: 'CLOSING_AUCTION', interval: { start_time, end_time: between } },
      { ...session, interval: { start_time: between, end_time } },
    ]
  })
  return { ...body, sessions }
}

const currencySigns: ReadonlyMap<string, string> = new Map([
  ['RUB', '₽'],
  ['USD', '$'],
  ['EUR', '€'],
  ['CNY', '¥'],
  ['HKD', '$'],
])
const signOf = (currency: string): string => currencySigns.get(currency) ?? currency

/** The bond whose latest coupon is not fixed yet. Nobody holds it. */
const floater = 'RU000A10CNY1@MISX'

interface EventBody {
  readonly type: string
  readonly value: WireDecimal
  readonly currency: string
  readonly coupon_details?: { readonly value_percent: WireDecimal }
  readonly amortization_details?: object
}

/** Without `limit` there are no events. Every event has today's face value, and the coupon of a eurobond is a percent. */
function bondEvents(call: Call): object {
  const symbol = call.query.get('symbol') ?? ''
  const instrument = symbol === '' ? undefined : call.world.market.catalog.find(checkSymbol(symbol))
  if (!integerOf(call, 'limit')) return { symbol }
  const { items, ...pagination } = pastPage(call, instrument?.bond ? eventsOf(call, instrument, instrument.bond) : [])
  return { symbol, pagination, events: items }
}

function eventsOf(call: Call, instrument: Instrument, bond: Bond): readonly DatedEvent[] {
  const today = todayOf(call)
  const face = faceToday(call, bond)
  const notFixed = { value: '0.0' }
  const openCouponOn = instrument.symbol === floater ? couponDays(bond).findLast((day) => day <= today) : undefined
  return bondEventsOf({ ...instrument, bond: repaidInParts(bond) }, today).map(({ day, message }) => {
    const event = message as EventBody
    const { coupon_details: coupon, amortization_details: amortization } = event
    const percent = day === openCouponOn ? notFixed : coupon?.value_percent
    const isPercent = percent === notFixed || bond.initialFace !== 1000
    return {
      day,
      message: {
        ...event,
        currency: signOf(event.currency),
        ...(coupon && {
          value: isPercent ? percent : event.value,
          coupon_details: { ...coupon, face_value: face, value_percent: percent },
        }),
        ...(amortization && { amortization_details: { ...amortization, new_face_value: face } }),
      },
    }
  })
}

function dividends(call: Call): object {
  const instrument = instrumentOf(call, call.query.get('symbol') ?? '', 400)
  const found = dividendsOf(call.world.market.seed, instrument, todayOf(call)).map(({ day, amount, currency }) => ({
    day,
    message: { date: wireDate(day), amount: wireDecimal(amount), currency: signOf(currency) },
  }))
  const { items, ...pagination } = pastPage(call, found)
  return { pagination, dividends: items }
}

/** Without a first date only a year is listed, always oldest first; no page says that there is a next one. */
function pastPage(call: Call, events: readonly DatedEvent[]): ReturnType<typeof pageOf> {
  const lastDay = Math.min(dateOf(call, 'date_to') ?? Infinity, todayOf(call))
  const firstDay = dateOf(call, 'date_from') ?? lastDay - 365
  const query = new URLSearchParams(call.query)
  query.set('sort_direction', 'ASC')
  const listed = within(call, events).filter(({ day }) => day >= firstDay)
  return { ...pageOf({ ...call, query }, listed), total: 0, has_next: false }
}

/** A position whose market the service does not name, and one that is no longer held. */
const withoutMarket: readonly object[] = [
  ['ABCD', '3.0', '770.0'],
  ['RU000A10ZZ99', '0.0', '0.0'],
].map(([symbol, quantity, price]) => ({
  symbol,
  quantity: { value: quantity },
  average_price: { value: price },
  current_price: { value: '0.0' },
  daily_pnl: { value: '0.0' },
}))

/** Each account has its own type. */
function account(call: RecordedCall): object {
  const body = call.documented() as { readonly account_id: string; readonly positions: readonly object[] }
  const { ids } = call.world.accounts
  const margin = ids.length > 1 ? 'UNION' : 'MC'
  const type = 'portfolio_forts' in body ? 'FORTS' : 'portfolio_mct' in body ? 'MCT' : margin
  return {
    ...body,
    type,
    status: type === 'FORTS' ? 'ACCOUNT_STATUS_ACTIVE' : 'ACCOUNT_ACTIVE',
    positions: body.account_id === ids[0] ? [...body.positions, ...withoutMarket] : body.positions,
  }
}

interface RowBody {
  readonly id: string
  readonly timestamp: string
  readonly transaction_name: string
  readonly trade?: object
  readonly change: WireMoney
  readonly change_qty?: WireDecimal
}

/** Pieces are stated on all rows but trades. The bonuses of the first account are income from lending, beside the loan. */
function transactions(call: RecordedCall): object {
  const { transactions: rows } = call.documented() as { readonly transactions: readonly RowBody[] }
  const isFirst = call.param('account') === call.world.accounts.ids[0]
  const recorded = rows.map(({ change_qty, ...row }) => ({
    ...row,
    ...(row.trade === undefined && { change_qty: change_qty ?? { value: '0.0' } }),
  }))
  return { transactions: isFirst ? recorded.flatMap(withLoan).slice(0, transactionLimitOf(call)) : recorded }
}

const isLendingIncome = ({ transaction_name: name }: RowBody): boolean => name === 'Бонус программы лояльности'

/** Some rows, those of loans among them, have a time with nine fraction digits. */
function withLoan<T extends RowBody>(row: T): readonly object[] {
  const isFine = isLendingIncome(row) || row.id.endsWith('007')
  const timed = isFine ? { ...row, timestamp: row.timestamp.replace('Z', '.000000789Z') } : row
  if (!isLendingIncome(row)) return [timed]
  const lent = { ...timed, symbol: 'LAVK@MISX' }
  const named = (category: string, name: string) => ({
    category,
    transaction_category: category,
    transaction_name: name,
  })
  return [
    { ...lent, ...named('INCOME', 'Доход по предоставлениям займа') },
    { ...lent, ...named('OTHERS', 'Займ ЦБ'), id: `${row.id}0`, change: wireMoney('RUB', zero) },
  ]
}
