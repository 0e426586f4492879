import { add, compare, decimalOf, negate, sign, sum, zero } from '#shared/decimal.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { bondInstruments } from '../catalog/bonds.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import { russianIssuers } from '../data/issuers.ts'
import { historyStart } from '../data/venues.ts'
import type { Market } from '../market/market.ts'
import { dayOf, isWeekend, type Day } from '../values/day.ts'
import { hashText, mix, Random } from '../values/random.ts'
import { commissionDraft, inTimeOrder, moneyDraft, tradeDraft, type TransactionDraft } from './transaction-row.ts'

const businessDays = Math.round(((dayOf(2026, 7, 1) - historyStart) * 5) / 7)
/** The minimum number of rows on a trading day: quiet accounts trade on fewer days instead. */
const minRows = 8

/** The number of rows that an account's trading adds on a day. */
function rowCount(plan: AccountPlan, key: number, day: Day): number {
  if (isWeekend(day) || day < plan.openedOn + 30) return 0
  const share = (dayOf(2026, 7, 1) - historyStart) / (dayOf(2026, 7, 1) - plan.openedOn - 30)
  const perDay = (plan.activity * share) / businessDays
  const every = Math.max(1, Math.ceil(minRows / perDay))
  const week = Math.floor((day - historyStart) / 7)
  const businessIndex = week * 5 + Math.min(4, (day - historyStart) % 7)
  if (businessIndex % every !== 0) return 0
  return Math.round(perDay * every * (0.6 + 0.8 * new Random(mix(key, day)).next()))
}

/**
 * An account's trades of one day. Every purchase is sold again by the evening and the remaining cash is transferred out:
 * so a day changes neither holdings nor cash, and any day can be generated without the days before it.
 */
export function tradingDrafts(market: Market, plan: AccountPlan, day: Day): readonly TransactionDraft[] {
  const key = hashText(market.seed, `${plan.id} activity`)
  const count = rowCount(plan, key, day)
  if (count === 0) return []
  const draw = new Random(mix(key, day + 1_000_000))
  const traded = tradedBy(market, plan, day)
  const drafts: TransactionDraft[] = []
  while (drafts.length + 4 < count) drafts.push(...roundTrip(market, draw, draw.pick(traded), day))
  // Twin rows: one fee charged twice in one second.
  const fee = moneyDraft(
    day * dayMs + 20.5 * hourMs,
    'COMMISSION',
    'Комиссия биржи',
    'RUB',
    negate(decimalOf(draw.integer(1, 9))),
  )
  while (drafts.length + 1 < count) drafts.push(fee)
  const left = sum(drafts.map(({ amount }) => amount))
  const name = sign(left) > 0 ? 'Перевод остатка на накопительный счёт' : 'Перевод с накопительного счёта'
  if (compare(left, zero) !== 0) {
    drafts.push(moneyDraft(day * dayMs + 21 * hourMs - 1000, 'TRANSFER', name, 'RUB', negate(left)))
  }
  return inTimeOrder(drafts)
}

function tradedBy(market: Market, plan: AccountPlan, day: Day): readonly Instrument[] {
  if (plan.portfolio === 'forts') {
    const alive = market.catalog.list.filter(
      ({ future, currency }) =>
        future !== undefined && currency === 'RUB' && future.expiresOn > day && future.expiresOn < day + 100,
    )
    if (alive.length > 0) return alive
  }
  const shares = russianIssuers.slice(0, 30).map(([ticker]) => market.catalog.get(`${ticker}@MISX`))
  const bonds = bondInstruments.filter(
    ({ bond, currency }) => currency === 'RUB' && bond !== undefined && bond.issuedOn < day && bond.maturesOn > day + 1,
  )
  return [...shares, ...bonds.slice(0, 6)]
}

/** A purchase (sometimes two equal fills within one second) and its sale, each with its commission. */
function roundTrip(market: Market, draw: Random, instrument: Instrument, day: Day): readonly TransactionDraft[] {
  const boughtAt = day * dayMs + 7 * hourMs + draw.integer(0, 4 * 3600) * 1000
  const soldAt = boughtAt + draw.integer(1, 4 * 3600) * 1000
  const pieces = instrument.lotSize * draw.integer(1, 20)
  const fills = draw.chance(0.25) ? 2 : 1
  const bought = tradeDraft(instrument, boughtAt, market.priceAt(instrument, boughtAt), pieces)
  const sold = tradeDraft(instrument, soldAt, market.priceAt(instrument, soldAt), -pieces * fills)
  const fee = commissionDraft(bought)
  const buys = Array.from({ length: fills }, () => bought)
  const total = { ...fee, amount: fills === 2 ? add(fee.amount, fee.amount) : fee.amount }
  return [...buys, total, sold, commissionDraft(sold)]
}
