import type { Transaction } from '../../../../shared/model/transaction/transaction.ts'
import type { Db } from '../../../sqlite/db.ts'
import { integer, type Row } from '../../../sqlite/row.ts'
import { createDictionary, type FindKey } from './dictionary.ts'
import { createSubjects, type Subjects } from './subjects.ts'

/** The values that a row shares with many others, by the keys of their dictionaries. */
export interface Dimension {
  readonly dimension: number
  readonly category: number
  /** 0 for a row without money. */
  readonly currency: number
}

/** A dimension by the content of its rows. */
interface RememberedDimension extends Dimension {
  readonly account: number
  readonly categoryName: string
  readonly currencyCode: string | null
  readonly hasTrade: boolean
}

/** Dimensions held in memory; beyond that the memory is emptied. */
const maxRemembered = 50_000

/** The distinct combinations of account, subject, currency and "has a trade", each under one small integer. */
export class Dimensions {
  /** The key of an account, entered when it is new. Call inside a transaction. */
  readonly accountOf: (accountId: string) => number
  readonly #categoryOf: FindKey
  readonly #currencyOf: FindKey
  readonly #keyOf: FindKey
  readonly #subjects: Subjects
  readonly #select
  /** By name and symbol: few have many dimensions. One text of all values takes longer to build than to look up. */
  readonly #bySubject = new Map<string, Map<string, RememberedDimension[]>>()
  #remembered = 0

  constructor(db: Db) {
    this.#subjects = createSubjects(db)
    this.#subjects.readUnread()
    this.accountOf = createDictionary(db, 'transaction_account', ['account_id'])
    this.#categoryOf = createDictionary(db, 'transaction_category', ['name'])
    this.#currencyOf = createDictionary(db, 'transaction_currency', ['code'])
    const columns = ['account', 'subject', 'category', 'currency', 'has_trade']
    this.#keyOf = createDictionary(db, 'transaction_dimension', columns)
    this.#select = db.prepare<[number], Row>('SELECT category, currency FROM transaction_dimension WHERE key = ?')
  }

  /** The dimension of a row, entered when it is new. Call inside a transaction. */
  dimensionOf(account: number, row: Transaction): Dimension {
    const currency = row.change === null ? null : row.change.currency
    const candidates = this.#candidates(row)
    const known = candidates.find(
      (dimension) =>
        dimension.account === account &&
        dimension.categoryName === row.category &&
        dimension.currencyCode === currency &&
        dimension.hasTrade === (row.trade !== null),
    )
    if (known !== undefined) return known
    const dimension = this.#enter(account, row)
    if (this.#remembered >= maxRemembered) this.forget()
    this.#remembered += 1
    this.#candidates(row).push(dimension)
    return dimension
  }

  /** The dimension that a stored row names. */
  get(dimension: number): Dimension {
    const row = this.#select.get(dimension) ?? {}
    return { dimension, category: integer(row, 'category'), currency: integer(row, 'currency') }
  }

  /** Call after a rollback: it removes new entries, and SQLite gives their keys to others. */
  forget(): void {
    this.#bySubject.clear()
    this.#remembered = 0
  }

  #candidates({ name, symbol }: Transaction): RememberedDimension[] {
    let ofName = this.#bySubject.get(name)
    if (ofName === undefined) this.#bySubject.set(name, (ofName = new Map<string, RememberedDimension[]>()))
    let candidates = ofName.get(symbol)
    if (candidates === undefined) ofName.set(symbol, (candidates = []))
    return candidates
  }

  #enter(account: number, { category: categoryName, name, symbol, change, trade }: Transaction): RememberedDimension {
    const category = this.#categoryOf(categoryName)
    const currencyCode = change === null ? null : change.currency
    const currency = currencyCode === null ? 0 : this.#currencyOf(currencyCode)
    const hasTrade = trade !== null
    const subject = this.#subjects.enter(name, symbol, category)
    const dimension = this.#keyOf(account, subject, category, currency, hasTrade ? 1 : 0)
    return { dimension, category, currency, account, categoryName, currencyCode, hasTrade }
  }
}
