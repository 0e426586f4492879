import { MoneySums, type KindSum } from '#main/cache/ledger/money-sums.ts'
import { noSums, type HoldingSums } from '#main/insight/ledger/series/holding-sums.ts'
import { isCharge, sumOfKind } from '#main/insight/ledger/series/running-point.ts'
import type { CashPeriod, InstrumentPeriod } from '#main/insight/performance/period-parts.ts'
import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'
import type { Differences } from '../differences.ts'
import { createOtherSides } from '../other-sides.ts'

type Opening = { readonly currency: string; readonly amount: bigint }

/** A day before any row. */
const firstDay = -25_000_000
const exchange = 'currency-exchange' as const

export type CashStatements = ReturnType<typeof createCashStatements>

export const createCashStatements = (db: Db) => ({ sums: new MoneySums(db), readOtherSides: createOtherSides(db) })

/** Cash, and money that belongs to no instrument, from the sums by day and month that are stored with the rows. */
export class CashReader {
  readonly #sums
  readonly #readOtherSides
  readonly #openings: readonly Opening[]
  readonly #accounts: readonly number[]

  constructor({ sums, readOtherSides }: CashStatements, accounts: readonly number[], openings: readonly Opening[]) {
    this.#sums = sums
    this.#readOtherSides = readOtherSides
    this.#accounts = accounts
    this.#openings = openings
  }

  /** The cash of all accounts before a UTC day (ms), by currency, with blocked money, which still belongs to them. */
  before(atMs: number): Map<string, bigint> {
    const cash = new Map<string, bigint>()
    const entries = [...this.#openings, ...this.#moved(firstDay, atMs / dayMs)]
    for (const { currency, amount } of entries) cash.set(currency, (cash.get(currency) ?? 0n) + amount)
    return cash
  }

  /** The sums of rows by kind over UTC days; money that is blocked or released does not move. */
  #moved(fromDay: number, toDay: number): KindSum[] {
    const stated = this.#sums.byKind(this.#accounts, fromDay, toDay).filter(({ kind }) => kind !== 'blocked-money')
    const others = this.#readOtherSides(this.#accounts, fromDay * dayMs, toDay * dayMs)
    return [...stated, ...others.map(({ currency, money }) => ({ kind: exchange, currency, amount: money }))]
  }

  /** Money of each UTC day from one to another (ms, excluded), in no order. */
  daily(fromMs: number, toMs: number) {
    const others = this.#readOtherSides(this.#accounts, fromMs, toMs)
    return [
      ...this.#sums.daily(this.#accounts, fromMs / dayMs, toMs / dayMs),
      ...others.map(({ at, currency, money }) => ({ day: Math.floor(at / dayMs), currency, amount: money })),
    ]
  }

  /** `instruments`: all instruments of the accounts, so that the rest belongs to none of them. */
  period(fromMs: number, toMs: number, instruments: readonly InstrumentPeriod[], differences: Differences): CashPeriod {
    const sums = this.#moved(fromMs / dayMs, toMs / dayMs)
    const moved = withoutInstruments(sums, instruments)
    const begin = this.before(fromMs)
    const end = new Map(begin)
    for (const { currency, amount } of sums) end.set(currency, (end.get(currency) ?? 0n) + amount)
    return { begin: stated(begin, differences, fromMs), end: stated(end, differences, toMs), moved }
  }
}

/** Cash from the rows, plus the money that the service states in addition at a time (UTC ms). */
function stated(cash: ReadonlyMap<string, bigint>, differences: Differences, at: number): CashPeriod['end'] {
  const currencies = new Set([...cash.keys(), ...differences.currencies])
  return new Map(
    [...currencies].map((currency) => {
      const difference = differences.money(currency, at)
      return [currency, difference === null ? null : { amount: (cash.get(currency) ?? 0n) + difference, difference }]
    }),
  )
}

/** The sums of all rows minus those that name an instrument. */
function withoutInstruments(sums: readonly KindSum[], instruments: readonly InstrumentPeriod[]): HoldingSums[] {
  const moved = new Map<string, { -readonly [K in keyof HoldingSums]: HoldingSums[K] }>()
  const sumsOf = (currency: string) => {
    const known = moved.get(currency) ?? { currency, ...noSums }
    moved.set(currency, known)
    return known
  }
  for (const { kind, currency, amount } of sums) {
    const name = sumOfKind(kind)
    sumsOf(currency)[name] += isCharge(name) ? -amount : amount
  }
  for (const { moved: own } of instruments) {
    for (const each of own) {
      const total = sumsOf(each.currency)
      // The sums of a kind contain trades with their accrued interest.
      total.trade -= each.trade + each.accrued
      for (const name of ['income', 'fees', 'taxes', 'margin', 'flow', 'unknown', 'exchange'] as const)
        total[name] -= each[name]
    }
  }
  return [...moved.values()]
}
