import { decimalOf, multiply, negate, subtract, zero } from '#shared/decimal.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { chainStrikes } from '../catalog/catalog.ts'
import { defineOption, monthlyExpiries, type ChainShape } from '../catalog/derivatives.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import type { Market } from '../market/market.ts'
import { weekdayOf, type Day } from '../values/day.ts'
import {
  commissionDraft,
  moneyDraft,
  roundedMoney,
  tradeDraft,
  valueFactor,
  type TransactionDraft,
} from './transaction-row.ts'

/** A futures account: rolls its contracts every quarter, is settled every week, and buys monthly options. */
export function derivativeDrafts(market: Market, plan: AccountPlan, until: Day): readonly TransactionDraft[] {
  if (plan.futures.length === 0) return []
  const opening = moneyDraft(
    plan.openedOn * dayMs + 9 * hourMs,
    'DEPOSIT',
    'Ввод денежных средств',
    'RUB',
    decimalOf(2_400_000),
  )
  const futures = plan.futures.flatMap(([code, quantity]) => rollDrafts(market, plan.openedOn, code, quantity))
  return [opening, ...futures, ...optionDrafts(market, plan.openedOn, until)].filter(
    ({ at }) => at <= (until + 1) * dayMs,
  )
}

function rollDrafts(market: Market, openedOn: Day, code: string, quantity: number): readonly TransactionDraft[] {
  const series = market.catalog.list
    .filter(({ ticker, future }) => future !== undefined && ticker.startsWith(code))
    .sort((a, b) => (a.endsAt ?? 0) - (b.endsAt ?? 0))
  return series.flatMap((contract, index) => {
    const previous = series[index - 1]?.endsAt ?? 0
    const boughtAt = Math.max(previous - 2 * hourMs, openedOn * dayMs + 11 * hourMs)
    const soldAt = (contract.endsAt ?? 0) - hourMs
    if (boughtAt >= soldAt) return []
    const priceAt = (at: number) => market.priceAt(contract, at)
    const bought = tradeDraft(contract, boughtAt, priceAt(boughtAt), quantity)
    const sold = tradeDraft(contract, soldAt, priceAt(soldAt), -quantity)
    const settlements = settleTimes(boughtAt, soldAt).map((at, time, times) => {
      const change = subtract(priceAt(at), priceAt(times[time - 1] ?? boughtAt))
      const name = 'Вариационная маржа'
      const margin = moneyDraft(at, 'INCOME', name, 'RUB', multiply(change, decimalOf(quantity)), contract.symbol)
      return { ...margin, costPrice: priceAt(at) }
    })
    return [bought, commissionDraft(bought), ...settlements, sold, commissionDraft(sold)]
  })
}

/** Every Friday at the evening clearing, and the time of the sale. */
function settleTimes(from: number, to: number): readonly number[] {
  const times: number[] = []
  for (let day = Math.ceil(from / dayMs); day * dayMs < to; day++) {
    const at = day * dayMs + 15 * hourMs + 50 * minuteMs
    if (weekdayOf(day) === 5 && at > from && at < to) times.push(at)
  }
  return [...times, to]
}

/** The monthly options on Sberbank. */
export const shareChain = (market: Market): ChainShape => ({
  code: 'SB',
  underlying: market.catalog.get('SBER@MISX'),
  mic: 'RTSX',
  root: 'SB-M',
  contractSize: 1,
})

/** Each month: buys calls and writes puts about a month before expiry, and holds them until expiry. */
function optionDrafts(market: Market, openedOn: Day, until: Day): readonly TransactionDraft[] {
  const chain = shareChain(market)
  return monthlyExpiries(3, openedOn + 40, until + 35).flatMap((expiresOn) => {
    const strikes = chainStrikes(chain, expiresOn, (instrument, at) => market.rawPrice(instrument, at))
    const at = (expiresOn - 33) * dayMs + 11 * hourMs
    return [
      ...heldToExpiry(market, defineOption(chain, expiresOn, strikes[7] ?? 0, 'CALL'), at, 400),
      ...heldToExpiry(market, defineOption(chain, expiresOn, strikes[4] ?? 0, 'PUT'), at, -200),
    ]
  })
}

/** A purchase (or a sale) of options, and their expiry: paid out in the money, otherwise for nothing. */
export function heldToExpiry(
  market: Market,
  option: Instrument,
  at: number,
  quantity: number,
): readonly TransactionDraft[] {
  const bought = tradeDraft(option, at, market.priceAt(option, at), quantity)
  const endsAt = option.endsAt ?? at
  const { strike = 0, kind } = option.option ?? {}
  const spot = market.rawPrice(option.option?.underlying ?? option, endsAt)
  const isInTheMoney = kind === 'CALL' ? spot > strike : spot < strike
  const price = isInTheMoney ? market.priceAt(option, endsAt) : zero
  const paid = roundedMoney(multiply(multiply(price, valueFactor(option, endsAt)), decimalOf(quantity)))
  const expired: TransactionDraft = {
    ...moneyDraft(endsAt, 'OTHERS', 'Экспирация опциона', 'RUB', paid, option.symbol),
    quantity: negate(decimalOf(quantity)),
    costPrice: price,
  }
  return [bought, commissionDraft(bought), expired]
}
