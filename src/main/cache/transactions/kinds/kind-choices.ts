import { kindRulesVersion, lastingRules } from '#main/insight/kinds/kind-of.ts'
import { kindWordsText } from '#main/insight/kinds/named-meaning.ts'
import type { Db } from '#main/sqlite/db.ts'
import { json, text, type Row } from '#main/sqlite/row.ts'
import { transact } from '#main/sqlite/transact.ts'
import { KindTarget, textOfTarget, type KindChoice } from '#shared/model/transaction/kind-choice.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { readKind } from '../rows/row.ts'
import { createGroupCandidates } from './group-candidates.ts'
import type { RowFacts } from './row-facts.ts'

/** The rules that find kinds, as text. If the text changes, all rows are read again. */
const currentRules = `${kindRulesVersion} ${kindWordsText}`

const beforeAllKeys = `SELECT d.key, ${Number.MIN_SAFE_INTEGER} FROM transaction_dimension d`

export type DueKinds = ReturnType<typeof createDueKinds>

/** Marks dimensions with rows that may have another kind now: the review reads them again. */
export function createDueKinds(db: Db) {
  const mark = <P extends unknown[]>(condition: string) =>
    db.prepare<P>(`INSERT OR REPLACE INTO transaction_kind_due ${beforeAllKeys} ${condition}`)
  const ofSubject = mark<[number, string]>(
    `WHERE d.subject = ? AND (
       d.rule NOT IN (SELECT value FROM json_each(?)) OR EXISTS (SELECT 1 FROM transaction_kind_choice))`,
  )
  const ofSymbol = mark<[string, string]>(
    `JOIN transaction_subject s ON s.key = d.subject
     WHERE s.symbol = ? AND (
       d.rule NOT IN (SELECT value FROM json_each(?))
       OR d.currency IN (SELECT key FROM transaction_currency WHERE account < 0))`,
  )
  const ofName = mark<[string, string]>(
    `JOIN transaction_subject s ON s.key = d.subject
     WHERE s.name = ? AND s.category = (SELECT key FROM transaction_category WHERE name = ?)`,
  )
  const all = mark<[]>('WHERE true')
  const raise = db.prepare<[]>('UPDATE transaction_kind_state SET version = version + 1')
  const readRules = db.prepare<[], string>('SELECT rules FROM transaction_kind_state').pluck()
  // The first rules of a new cache change no row.
  const writeRules = db.prepare<[string]>(
    "UPDATE transaction_kind_state SET changed_count = iif(rules = '', NULL, 0), rules = ?",
  )
  const lasting = JSON.stringify(lastingRules)
  const candidates = createGroupCandidates(db)

  const note = (marked: { readonly changes: number }): void => {
    if (marked.changes > 0) raise.run()
  }
  return {
    /** Call when the type of a subject's instrument has changed, inside a transaction. */
    markSubject(subject: number): void {
      ofSubject.run(subject, lasting)
      raise.run()
    },
    /** Call when corporate events or the currencies of an instrument have changed, inside a transaction. */
    markSymbol(symbol: string): void {
      note(ofSymbol.run(symbol, lasting))
      candidates.markSymbol(symbol)
    },
    /** Call when the user's choice for rows of this name and category has changed, inside a transaction. */
    markName: (name: string, category: string): void => note(ofName.run(name, category)),
    /**
     * Call inside a transaction when a dimension is removed or a choice changes: values in memory are no longer valid.
     */
    raiseVersion: (): void => void raise.run(),
    /** Marks all rows if the rules of this app differ from those that found their kinds. */
    markForNewRules(rules: string = currentRules): void {
      if (readRules.get() === rules) return
      transact(db, () => {
        note(all.run())
        writeRules.run(rules)
      })
    },
  }
}

/** Counts the rows that new rules give another kind. Nothing is counted without new rules. */
export function createChangedCount(db: Db) {
  const add = db.prepare<[number]>('UPDATE transaction_kind_state SET changed_count = changed_count + ?')
  const select = db.prepare<[], number | null>('SELECT changed_count FROM transaction_kind_state').pluck()
  const end = db.prepare<[]>('UPDATE transaction_kind_state SET changed_count = NULL')
  return {
    add(count: number): void {
      if (count > 0) add.run(count)
    },
    /** The number since the rules changed, once; `null` if nothing is counted. Call when all rows are read. */
    take(): number | null {
      const count = select.get() ?? null
      if (count !== null) end.run()
      return count
    },
  }
}

/** The user's choices in the cache: a copy of the journal, kept in memory while rows are stored. */
export class KindChoices {
  readonly #select
  readonly #selectGrouped
  readonly #insert
  readonly #remove
  /** By the text of their target. */
  #chosen: ReadonlyMap<string, TransactionKind> = new Map()

  constructor(db: Db) {
    this.#select = db.prepare<[], Row>('SELECT target, kind FROM transaction_kind_choice')
    this.#selectGrouped = db.prepare<[], Row>(
      'SELECT account_id, id, kind FROM chosen_group_row WHERE kind IS NOT NULL',
    )
    this.#insert = db.prepare<[string, string]>('INSERT OR REPLACE INTO transaction_kind_choice VALUES (?, ?)')
    this.#remove = db.prepare<[string]>('DELETE FROM transaction_kind_choice WHERE target = ?')
  }

  /** All stored choices. */
  list(): KindChoice[] {
    return this.#select.all().map((row) => ({ target: json(row, 'target', KindTarget), kind: readKind(row, 'kind') }))
  }

  /** Reads the stored choices into memory. */
  read(): void {
    const targetOf = (row: Row): string =>
      textOfTarget({ scope: 'row', accountId: text(row, 'account_id'), id: text(row, 'id') })
    this.#chosen = new Map([
      ...this.#select.all().map((row) => [text(row, 'target'), readKind(row, 'kind')] as const),
      ...this.#selectGrouped.all().map((row) => [targetOf(row), readKind(row, 'kind')] as const),
    ])
  }

  /** The kind that the user's group of this row gives it, or that the user chose for this row only; null if none. */
  ofRow(accountId: string, id: string): TransactionKind | null {
    if (this.#chosen.size === 0) return null
    return this.#chosen.get(textOfTarget({ scope: 'row', accountId, id })) ?? null
  }

  /**
   * The kind that the user chose for all similar rows. A choice for the row's type of instrument has priority over a
   * choice for any type.
   */
  ofAlike(facts: RowFacts, type: string | null): TransactionKind | null {
    if (this.#chosen.size === 0) return null
    const ofType = (instrumentType: string) =>
      this.#chosen.get(textOfTarget({ scope: 'all-like-this', alike: { ...facts, instrumentType } }))
    return ofType(type ?? '') ?? ofType('') ?? null
  }

  /** Stores a choice; a kind of null removes it. Call inside a transaction. */
  put(target: KindTarget, kind: TransactionKind | null): void {
    if (kind === null) this.#remove.run(textOfTarget(target))
    else this.#insert.run(textOfTarget(target), kind)
  }
}
