import { hourMs, dayMs } from '#shared/durations.ts'
import { russianIssuers } from '../data/issuers.ts'
import { dayOf, type Day } from '../values/day.ts'
import { Random, hashText } from '../values/random.ts'
import { defineInstrument, type Bond, type Instrument } from './instrument.ts'

const firstIssue = dayOf(2019, 2, 6)

function bondOf(key: string, isGovernment: boolean): Bond {
  const random = new Random(hashText(17, key))
  const couponPeriodDays = isGovernment ? 182 : 91
  const issuedOn = firstIssue + random.integer(0, isGovernment ? 700 : 1900)
  const coupons = isGovernment ? random.integer(24, 60) : random.integer(20, 48)
  const maturesOn = issuedOn + coupons * couponPeriodDays
  return {
    initialFace: 1000,
    currency: key === 'ЮАНЬ' ? 'CNY' : 'RUB',
    couponPercent: isGovernment ? random.integer(60, 120) / 10 : random.integer(80, 210) / 10,
    couponPeriodDays,
    issuedOn,
    maturesOn,
    amortizations: !isGovernment && random.chance(0.25) ? 8 : 0,
    offerOn: !isGovernment && random.chance(0.3) ? issuedOn + couponPeriodDays * random.integer(6, 18) : null,
  }
}

function issue(ticker: string, isin: string, board: string, name: string, bond: Bond): Instrument {
  const isGovernment = board === 'TQOB'
  return defineInstrument({
    ticker,
    mic: 'MISX',
    board,
    type: 'BONDS',
    name,
    isin,
    currency: bond.currency,
    basePrice: isGovernment ? 78 + (hashText(19, ticker) % 220) / 10 : 94 + (hashText(19, ticker) % 100) / 10,
    volatility: isGovernment ? 0.07 : 0.035,
    decimals: isGovernment ? 3 : 2,
    minStep: 1,
    dailyVolume: isGovernment ? 320_000 : 14_000,
    endsAt: bond.maturesOn * dayMs - hourMs * 4,
    bond,
  })
}

const government = Array.from({ length: 16 }, (_, index) => {
  const number = 26_201 + index * 3
  const bond = bondOf(`ОФЗ ${number}`, true)
  return issue(
    `SU${number}RMFS${index % 10}`,
    `RU000A1${String(4000 + index * 37).padStart(5, '0')}`,
    'TQOB',
    `ОФЗ ${number}`,
    bond,
  )
})

const corporate = russianIssuers.slice(3).flatMap(([ticker, name], index) => {
  if (index % 5 === 4) return []
  const code = `RU000A10${(hashText(23, ticker) % 36 ** 4).toString(36).toUpperCase().padStart(4, '0')}`
  return [issue(code, code, 'TQCB', `${name} 001P-${String((index % 4) + 1).padStart(2, '0')}`, bondOf(ticker, false))]
})

const yuan = issue('RU000A10CNY1', 'RU000A10CNY1', 'TQCB', 'Алтай Никель БО-001Y', bondOf('ЮАНЬ', false))

/** A eurobond. Nobody holds it; only the demo that answers as recorded lists it. */
export const eurobond = issue('RU000A10EUR8', 'XS0000000008', 'TQOD', 'Алтай Никель ЗО-2034', {
  ...bondOf('ДОЛЛАР', false),
  initialFace: 200_000,
  currency: 'USD',
  couponPercent: 5.25,
  couponPeriodDays: 182,
  amortizations: 0,
  offerOn: null,
  issuedOn: dayOf(2024, 4, 10),
  maturesOn: dayOf(2024, 4, 10) + 20 * 182,
})

/** All bonds, on MISX. */
export const bondInstruments: readonly Instrument[] = [...government, ...corporate, yuan]

/** The coupon days from issue to maturity, in order. */
export const couponDays = (bond: Bond): readonly Day[] =>
  Array.from(
    { length: Math.round((bond.maturesOn - bond.issuedOn) / bond.couponPeriodDays) },
    (_, index) => bond.issuedOn + (index + 1) * bond.couponPeriodDays,
  )

/** The remaining face value on a day, after the amortizations up to and including that day. */
export function faceOn(bond: Bond, day: Day): number {
  if (bond.amortizations === 0) return bond.initialFace
  const due = couponDays(bond).slice(-bond.amortizations)
  const paid = due.filter((date) => date <= day).length
  return (bond.initialFace * (bond.amortizations - paid)) / bond.amortizations
}

/** The coupon of one bond on a coupon day, rounded to hundredths. */
export const couponAmount = (bond: Bond, day: Day): number =>
  Math.round((faceOn(bond, day - 1) * bond.couponPercent * bond.couponPeriodDays) / 365) / 100

/** The interest accrued since the last coupon day for one bond, rounded to hundredths. */
export function accruedInterest(bond: Bond, day: Day): number {
  if (day < bond.issuedOn || day >= bond.maturesOn) return 0
  const accruedDays = (day - bond.issuedOn) % bond.couponPeriodDays
  return Math.round((faceOn(bond, day) * bond.couponPercent * accruedDays) / 365) / 100
}
