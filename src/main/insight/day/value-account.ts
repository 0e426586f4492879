import type { Decimal } from '../../../shared/decimal.ts'
import type { PastDayNote, PastDayPrice } from '../../../shared/model/ledger/past-day.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { PricedInstrument } from '../history/past-price.ts'
import { formatUnits } from '../lots/units.ts'
import type { AccountThen } from './past-ledger.ts'
import { valueHolding, type QuoteAt } from './value-holding.ts'

/** A position at the end of a past day. */
export interface ValuedPosition {
  readonly symbol: string
  readonly quantity: Decimal | null
  readonly price: PastDayPrice | null
  readonly value: Decimal | null
  readonly currency: string | null
  readonly note: PastDayNote | null
}

export interface ValuedAccount {
  readonly cash: readonly Money[]
  /** By symbol. */
  readonly positions: readonly ValuedPosition[]
  /** Cash and values by currency; `null` where a value is not known. */
  readonly parts: readonly Money[] | null
  /** UTC ms; `null` without a price in the values. */
  readonly oldestPriceAt: number | null
  /** The symbols without a value that should have one. */
  readonly missing: readonly string[]
}

/** Cash and positions of an account at a time (UTC ms) with their values. */
export function valueAccount(
  { cash, held }: AccountThen,
  instrumentOf: (symbol: string) => PricedInstrument,
  at: number,
  quoteAt: QuoteAt,
): ValuedAccount {
  const parts = new Map(cash)
  const positions = held
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map((each): ValuedPosition => {
      const { price, value, currency, note } = valueHolding(each, instrumentOf(each.symbol), at, quoteAt)
      if (value !== null && currency !== null) parts.set(currency, (parts.get(currency) ?? 0n) + value)
      return {
        symbol: each.symbol,
        quantity: each.pieces === null ? null : formatUnits(each.pieces),
        ...{ price, currency, note, value: value === null ? null : formatUnits(value) },
      }
    })
  const missing = positions.filter(({ value, note }) => value === null && note !== 'future').map(({ symbol }) => symbol)
  const times = positions.flatMap(({ value, price }) => (value === null || price === null ? [] : [price.at]))
  const oldestPriceAt = times.length === 0 ? null : times.reduce((oldest, time) => Math.min(oldest, time))
  return { cash: toMoney(cash), positions, parts: missing.length > 0 ? null : toMoney(parts), oldestPriceAt, missing }
}

/** Amounts by currency as text, by code; none of zero. */
export const toMoney = (amounts: ReadonlyMap<string, bigint>): Money[] =>
  [...amounts]
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: formatUnits(amount) }))
