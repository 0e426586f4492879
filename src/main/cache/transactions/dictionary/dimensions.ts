import type { FoundKind } from '#main/insight/kinds/kind-of.ts'
import { canBeTogether } from '#main/insight/kinds/together/together.ts'
import type { Db } from '#main/sqlite/db.ts'
import { flag, integer, text, type Row } from '#main/sqlite/row.ts'
import { readCurrency, unreadableCurrency } from '#shared/currency-code.ts'
import type { Transaction, TransactionKind } from '#shared/model/transaction/transaction.ts'
import { KindFinder, type FoundForRow } from '../kinds/kind-finder.ts'
import { moneySignOf, quantitySignOf, type Signs } from '../kinds/row-facts.ts'
import type { AmountParts } from '../rows/amount.ts'
import { accountOfSign } from '../rows/currency-sign.ts'
import { readKind } from '../rows/row.ts'
import type { AccountKey, FoundDimension, RememberedDimension, StoredDimension } from './dimension.ts'
import { createSubjects, type Subjects, createDictionary, type FindKey } from './subjects.ts'
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
function createCurrencies(db: Db) {
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

/** A kind that does not come from the rules of a row alone. */
interface OtherKind {
  readonly chosen: FoundForRow | null
  readonly besideKind: TransactionKind | null
}
const noOtherKind: OtherKind = { chosen: null, besideKind: null }

/** The maximum number of dimensions in memory. When it is reached, all are removed. */
const maxRemembered = 50_000

/** The distinct combinations of account, subject, currency, "has a trade" and kind, each under one small integer. */
export class Dimensions {
  readonly #accountOf: FindKey
  readonly #categoryOf: FindKey
  readonly #currencies: ReturnType<typeof createCurrencies>
  readonly #kindOf: (kind: string) => number
  readonly #keyOf: FindKey
  readonly #subjects: Subjects
  readonly #kinds: KindFinder
  readonly #select
  /**
   * Dimensions by name and symbol: few of these have many dimensions. Building one text key of all values would take
   * longer.
   */
  readonly #bySubject = new Map<string, Map<string, RememberedDimension[]>>()
  #remembered = 0
  /** Keys of the small dictionaries, by dictionary and name. */
  readonly #keys = new Map<FindKey, Map<string, number>>()

  constructor(db: Db) {
    this.#subjects = createSubjects(db)
    this.#subjects.readUnread()
    this.#kinds = new KindFinder(db)
    this.#accountOf = createDictionary(db, 'transaction_account', ['account_id'])
    this.#categoryOf = createDictionary(db, 'transaction_category', ['name'])
    this.#currencies = createCurrencies(db)
    this.#kindOf = this.#remember(createDictionary(db, 'transaction_kind', ['name']))
    const columns = ['account', 'subject', 'category', 'currency', 'has_trade', 'kind', 'rule']
    this.#keyOf = createDictionary(db, 'transaction_dimension', columns)
    this.#select = db.prepare<[number], Row>(
      `SELECT d.subject, d.category, d.kind, d.currency, d.has_trade, d.rule, k.name AS kind_name
       FROM transaction_dimension d JOIN transaction_kind k ON k.key = d.kind WHERE d.key = ?`,
    )
  }

  /** Starts to write rows of an account; a new account is added. Call it first in each transaction. */
  begin(accountId: string): AccountKey {
    this.refresh()
    return { key: this.#accountOf(accountId), id: accountId }
  }

  /** Reads choices and events again if they changed. Call it first in a transaction without `begin`. */
  refresh(): void {
    if (this.#kinds.refresh()) this.forget()
  }

  /**
   * Returns the dimension of a row; a new dimension is added. `besideKind` is the kind by the rows beside it (`null`: these do not
   * decide); the user's choice outranks it. Call it after `begin`, in the same transaction.
   */
  dimensionOf(
    account: AccountKey,
    row: Transaction,
    parts: AmountParts | null,
    besideKind: TransactionKind | null,
  ): FoundDimension {
    const currency = row.change === null ? null : row.change.currency
    const moneySign = moneySignOf(parts)
    const quantitySign = quantitySignOf(row)
    const chosen = this.#kinds.chosenOf(account.id, row.id)
    const candidates = this.#candidates(row)
    if (chosen !== null || besideKind !== null)
      return this.#enter(account, row, { moneySign, quantitySign }, candidates, { chosen, besideKind })
    const known = candidates.find(
      (dimension) =>
        dimension.account === account.key &&
        dimension.moneySign === moneySign &&
        dimension.quantitySign === quantitySign &&
        dimension.categoryName === row.category &&
        dimension.currencyCode === currency &&
        dimension.hasTrade === (row.trade !== null),
    )
    if (known?.isOfOneRow === false) return known
    const dimension = this.#enter(account, row, { moneySign, quantitySign }, candidates, noOtherKind)
    if (known !== undefined) return dimension
    if (this.#remembered >= maxRemembered) this.forget()
    this.#remembered += 1
    this.#candidates(row).push(dimension)
    return dimension
  }

  /** The kind that a row has alone or by the user's choice. Call it after `begin`, in the same transaction. */
  kindAlone(
    account: AccountKey,
    row: Transaction,
    parts: AmountParts | null,
    instrumentType: string | null,
  ): FoundKind {
    const signs = { moneySign: moneySignOf(parts), quantitySign: quantitySignOf(row) }
    return this.#kinds.chosenOf(account.id, row.id) ?? this.#kinds.find(row, signs, instrumentType)
  }

  /** Reads a dimension by its key. */
  get(dimension: number): StoredDimension {
    const row = this.#select.get(dimension) ?? {}
    return {
      dimension,
      subject: integer(row, 'subject'),
      category: integer(row, 'category'),
      kind: integer(row, 'kind'),
      currency: integer(row, 'currency'),
      hasTrade: flag(row, 'has_trade'),
      besideKind: text(row, 'rule') === 'neighbours' ? readKind(row, 'kind_name') : null,
    }
  }

  /**
   * Clears the memory. Call it after a rollback: new dimensions do not exist then, and SQLite assigns their keys again.
   */
  forget(): void {
    this.#bySubject.clear()
    this.#keys.clear()
    this.#currencies.forget()
    this.#remembered = 0
  }

  #remember(find: FindKey): (name: string) => number {
    return (name) => {
      let keys = this.#keys.get(find)
      if (keys === undefined) this.#keys.set(find, (keys = new Map<string, number>()))
      let key = keys.get(name)
      if (key === undefined) keys.set(name, (key = find(name)))
      return key
    }
  }

  #candidates({ name, symbol }: Transaction): RememberedDimension[] {
    let ofName = this.#bySubject.get(name)
    if (ofName === undefined) this.#bySubject.set(name, (ofName = new Map<string, RememberedDimension[]>()))
    let candidates = ofName.get(symbol)
    if (candidates === undefined) ofName.set(symbol, (candidates = []))
    return candidates
  }

  /**
   * Adds the dimension of a row. `candidates` have the same name and symbol. Without a kind from elsewhere the rules of
   * a row alone find it.
   */
  #enter(
    account: AccountKey,
    row: Transaction,
    signs: Signs,
    candidates: readonly RememberedDimension[],
    { chosen, besideKind }: OtherKind,
  ): RememberedDimension {
    const { category: categoryName, change, trade } = row
    const currencyCode = change === null ? null : change.currency
    const found = change === null ? null : this.#currencies.find(account, change.currency, row.symbol)
    const currency = found?.key ?? 0
    const meant = change === null || found === null ? row : { ...row, change: { ...change, currency: found.code } }
    const hasTrade = trade !== null
    const alike = candidates.find((dimension) => dimension.categoryName === categoryName)
    const { category, subject, instrumentType } = alike ?? this.#enterSubject(row)
    const alone = chosen ?? this.#kinds.find(meant, signs, instrumentType)
    const isBeside = besideKind !== null && alone.rule !== 'person'
    const decided: FoundForRow = isBeside ? { kind: besideKind, rule: 'neighbours', isOfThisRow: true } : alone
    const kind = this.#kindOf(decided.kind)
    const dimension = this.#keyOf(account.key, subject, category, currency, hasTrade ? 1 : 0, kind, decided.rule)
    return {
      dimension,
      subject,
      category,
      kind,
      currency,
      hasTrade,
      account: account.key,
      categoryName,
      currencyCode,
      instrumentType,
      ...signs,
      isOfOneRow: decided.isOfThisRow,
      isCandidate: canBeTogether({ kind: alone.kind, symbol: row.symbol, hasTrade, ...signs }),
    }
  }

  #enterSubject({ name, symbol, category: categoryName }: Transaction) {
    const category = this.#categoryOf(categoryName)
    const { key, instrumentType } = this.#subjects.enter(name, symbol, category)
    return { category, subject: key, instrumentType }
  }
}
