import type { Transaction } from '../../shared/model/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'
import { createDictionary } from './dictionary.ts'
import { createSubjects } from './subjects.ts'

/** What a row is of, by the keys of its dictionaries. */
export interface Kind {
  readonly kind: number
  readonly category: number
  /** 0 for a row without money. */
  readonly currency: number
}

/** A kind by what its rows say. */
interface RememberedKind extends Kind {
  readonly account: number
  readonly categoryName: string
  readonly currencyCode: string | null
  readonly hasTrade: boolean
}

/** Kinds remembered; then the memory begins anew. */
const mostRemembered = 50_000

/** What repeats together in transactions (account, subject, currency, has a trade) under one small integer. */
export function createKinds(db: Db) {
  const subjects = createSubjects(db)
  subjects.readUnread()
  const accountOf = createDictionary(db, 'transaction_account', ['account_id'])
  const categoryOf = createDictionary(db, 'transaction_category', ['name'])
  const currencyOf = createDictionary(db, 'transaction_currency', ['code'])
  const keyOf = createDictionary(db, 'transaction_kind', ['account', 'subject', 'category', 'currency', 'has_trade'])
  const selectKind = db.prepare<[number], Row>('SELECT category, currency FROM transaction_kind WHERE key = ?')
  /** By name and symbol, of which few have many. A single text of all that tells kinds apart takes longer to make than to look for. */
  const bySubject = new Map<string, Map<string, RememberedKind[]>>()
  let remembered = 0

  function listOf(name: string, symbol: string): RememberedKind[] {
    let ofName = bySubject.get(name)
    if (ofName === undefined) {
      ofName = new Map<string, RememberedKind[]>()
      bySubject.set(name, ofName)
    }
    let list = ofName.get(symbol)
    if (list === undefined) ofName.set(symbol, (list = []))
    return list
  }

  function forget(): void {
    bySubject.clear()
    remembered = 0
  }

  function find(account: number, { category: categoryName, name, symbol, change, trade }: Transaction): RememberedKind {
    const category = categoryOf(categoryName)
    const currencyCode = change === null ? null : change.currency
    const currency = currencyCode === null ? 0 : currencyOf(currencyCode)
    const hasTrade = trade !== null
    const kind = keyOf(account, subjects.enter(name, symbol, category), category, currency, hasTrade ? 1 : 0)
    return { kind, category, currency, account, categoryName, currencyCode, hasTrade }
  }

  return {
    /** Finds the key of an account, entering it when it is new. Must run inside a transaction. */
    accountOf: (accountId: string): number => accountOf(accountId),
    /** Finds what a row is of, entering it when it is new. Must run inside a transaction. */
    kindOf(account: number, row: Transaction): Kind {
      const currency = row.change === null ? null : row.change.currency
      const known = listOf(row.name, row.symbol).find(
        (one) =>
          one.account === account &&
          one.categoryName === row.category &&
          one.currencyCode === currency &&
          one.hasTrade === (row.trade !== null),
      )
      if (known !== undefined) return known
      const kind = find(account, row)
      if (remembered >= mostRemembered) forget()
      remembered += 1
      listOf(row.name, row.symbol).push(kind)
      return kind
    },
    /** The kind that a stored row names. */
    get(kind: number): Kind {
      const row = selectKind.get(kind) ?? {}
      return { kind, category: integer(row, 'category'), currency: integer(row, 'currency') }
    },
    /** After a rollback: it takes new entries back, and SQLite gives their keys to others. */
    forget,
  }
}
