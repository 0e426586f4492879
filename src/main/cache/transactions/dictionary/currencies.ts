import type { Db } from '#main/sqlite/db.ts'
import { readCurrency, unreadableCurrency } from '#shared/currency-code.ts'
import { accountOfSign } from '../rows/currency-sign.ts'
import type { AccountKey } from './dimension.ts'
import { createDictionary } from './subjects.ts'
import { createUnstatedCurrencies } from './unstated-currency.ts'

/** The currency of the money of a row. */
interface FoundCurrency {
  readonly key: number
  /** The code that a sign of several currencies means for the instrument; otherwise as given. */
  readonly code: string
}

/**
 * Finds the entries of currencies (`transaction_currency`). A sign of several currencies is that of them in which the
 * instrument is quoted; while that is not known, it has an entry of its own, with an empty code and a negative `account`.
 */
export function createCurrencies(db: Db) {
  const find = createDictionary(db, 'transaction_currency', ['code', 'account'])
  const findUnstated = createUnstatedCurrencies(db)
  const selectQuote = db
    .prepare<[string], string | null>(
      `SELECT json_extract(data, '$.quoteCurrency') FROM instrument_details WHERE symbol = ?`,
    )
    .pluck()
  const known = new Map<string, number>()
  const keyOf = (code: string, account = 0): number => {
    const name = `${account} ${code}`
    let key = known.get(name)
    if (key === undefined) known.set(name, (key = find(code, account)))
    return key
  }
  return {
    /** `code` as in a transaction: empty if it is not stated, `unreadableCurrency`, or a sign of several currencies. */
    find({ key }: Pick<AccountKey, 'key'>, code: string, symbol: string): FoundCurrency {
      if (code === '') return { key: findUnstated(key), code }
      if (code === unreadableCurrency) return { key: keyOf(''), code }
      const account = accountOfSign(code)
      if (account === null) return { key: keyOf(code), code }
      const meant = readCurrency(code, [selectQuote.get(symbol) ?? null])
      return meant === null ? { key: keyOf('', account), code } : { key: keyOf(meant), code: meant }
    },
    /** Call it after a rollback: new entries do not exist then. */
    forget: (): void => known.clear(),
  }
}
