import type { Decimal } from '../../../shared/decimal.ts'
import type { Money } from '../../../shared/model/values.ts'

/** The price of an own trade of a currency instrument, as a quote states it. */
export interface RateTrade {
  readonly symbol: string
  /** UTC ms. */
  readonly at: number
  readonly price: Decimal
}

/** The past of some accounts as it follows from their rows, before anything is converted. Times in UTC ms. */
export interface DerivedPast {
  /** Whether all rows of all accounts are loaded; else nothing follows. */
  readonly isWhole: boolean
  /** Whether the rows give what the service states today; else no past worth is known. */
  readonly isCertain: boolean
  /** The symbols and currencies that differ. */
  readonly inDoubt: string[]
  /** Ascending. `parts`: cash and values by currency; `null` where the value of a held instrument is not known. */
  readonly moments: readonly {
    readonly at: number
    readonly parts: readonly Money[] | null
    readonly oldestPriceAt: number | null
  }[]
  /** What came in from outside on a UTC day, negative for what left; `at` is the start of the day. */
  readonly flows: readonly (Money & { readonly at: number })[]
  /** Rows that may be such flows and are not in them: of unknown kind, or pieces of unknown value. */
  readonly notCounted: number
  /** What own trades of currency instruments say of past rates: the last price of each UTC day, ascending. */
  readonly rateTrades: readonly RateTrade[]
}
