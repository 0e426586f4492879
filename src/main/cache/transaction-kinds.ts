import type { Transaction } from '../../shared/model/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, type Row } from '../sqlite/row.ts'
import { createDictionary, rememberKeys } from './dictionary.ts'
import { createSubjects } from './subjects.ts'

/** What a row is of, by the keys of its dictionaries. */
export interface Kind {
  readonly kind: number
  readonly category: number
  /** 0 for a row without money. */
  readonly currency: number
}

/** What repeats together in transactions (account, subject, currency, has a trade) under one small integer. */
export function createKinds(db: Db) {
  const subjects = createSubjects(db)
  subjects.readUnread()
  const accounts = createDictionary(db, 'transaction_account', ['account_id'])
  const categories = createDictionary(db, 'transaction_category', ['name'])
  const currencies = createDictionary(db, 'transaction_currency', ['code'])
  const subjectKeys = rememberKeys((name, symbol, category) =>
    subjects.enter(String(name), String(symbol), Number(category)),
  )
  const kinds = createDictionary(db, 'transaction_kind', ['account', 'subject', 'category', 'currency', 'has_trade'])
  const selectKind = db.prepare<[number], Row>('SELECT category, currency FROM transaction_kind WHERE key = ?')
  return {
    accountOf: (accountId: string): number => accounts.keyOf(accountId),
    kindOf(account: number, { category: name, name: title, symbol, change, trade }: Transaction): Kind {
      const category = categories.keyOf(name)
      const currency = change === null ? 0 : currencies.keyOf(change.currency)
      const subject = subjectKeys.keyOf(title, symbol, category)
      return { kind: kinds.keyOf(account, subject, category, currency, trade === null ? 0 : 1), category, currency }
    },
    /** The kind that a stored row names. */
    get(kind: number): Kind {
      const row = selectKind.get(kind) ?? {}
      return { kind, category: integer(row, 'category'), currency: integer(row, 'currency') }
    },
    /** After a rollback: what was entered in between is gone. */
    forget: () => [accounts, categories, currencies, subjectKeys, kinds].forEach((one) => one.forget()),
  }
}
