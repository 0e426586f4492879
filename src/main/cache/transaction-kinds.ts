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
  const known = new Map<string, Kind>()

  function find(account: number, { category: name, name: title, symbol, change, trade }: Transaction): Kind {
    const category = categoryOf(name)
    const currency = change === null ? 0 : currencyOf(change.currency)
    const subject = subjects.enter(title, symbol, category)
    return { kind: keyOf(account, subject, category, currency, trade === null ? 0 : 1), category, currency }
  }

  return {
    /** Finds the key of an account, entering it when it is new. Must run inside a transaction. */
    accountOf: (accountId: string): number => accountOf(accountId),
    /** Finds what a row is of, entering it when it is new. Must run inside a transaction. */
    kindOf(account: number, row: Transaction): Kind {
      const name = nameOf(account, row)
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const kind = find(account, row)
      if (known.size >= mostRemembered) known.clear()
      known.set(name, kind)
      return kind
    },
    /** The kind that a stored row names. */
    get(kind: number): Kind {
      const row = selectKind.get(kind) ?? {}
      return { kind, category: integer(row, 'category'), currency: integer(row, 'currency') }
    },
    /** After a rollback: it takes new entries back, and SQLite gives their keys to others. */
    forget: () => known.clear(),
  }
}

/** With their lengths no two rows of different kinds share a name. */
function nameOf(account: number, { category, name, symbol, change, trade }: Transaction): string {
  const lengths = `${category.length} ${name.length} ${symbol.length}`
  const texts = `${category}${name}${symbol}${change?.currency ?? ''}`
  return `${account} ${trade === null ? 0 : 1} ${change === null ? 0 : 1} ${lengths} ${texts}`
}
