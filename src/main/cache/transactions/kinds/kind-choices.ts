import { KindTarget, textOfTarget, type KindChoice } from '../../../../shared/model/transaction/kind-choice.ts'
import type { TransactionKind } from '../../../../shared/model/transaction/kind.ts'
import type { Db } from '../../../sqlite/db.ts'
import { json, text, type Row } from '../../../sqlite/row.ts'
import { readKind } from '../rows/row.ts'
import type { RowFacts } from './row-facts.ts'

/** The user's choices in the cache: a copy of the journal, kept in memory while rows are stored. */
export class KindChoices {
  readonly #select
  readonly #insert
  readonly #remove
  /** By the text of their target. */
  #chosen: ReadonlyMap<string, TransactionKind> = new Map()

  constructor(db: Db) {
    this.#select = db.prepare<[], Row>('SELECT target, kind FROM transaction_kind_choice')
    this.#insert = db.prepare<[string, string]>('INSERT OR REPLACE INTO transaction_kind_choice VALUES (?, ?)')
    this.#remove = db.prepare<[string]>('DELETE FROM transaction_kind_choice WHERE target = ?')
  }

  /** All stored choices. */
  list(): KindChoice[] {
    return this.#select.all().map((row) => ({ target: json(row, 'target', KindTarget), kind: readKind(row, 'kind') }))
  }

  /** Reads the stored choices into memory. */
  read(): void {
    this.#chosen = new Map(this.#select.all().map((row) => [text(row, 'target'), readKind(row, 'kind')]))
  }

  /** The kind that the user chose for this row only; null if none. */
  ofRow(accountId: string, id: string): TransactionKind | null {
    if (this.#chosen.size === 0) return null
    return this.#chosen.get(textOfTarget({ scope: 'row', accountId, id })) ?? null
  }

  /** The kind that the user chose for all similar rows: a choice for its type of instrument comes before one for any type. */
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
