import type { KindChoice, KindTarget, RowsAlike } from '../../../../shared/model/transaction/kind-choice.ts'
import type { TransactionKind } from '../../../../shared/model/transaction/kind.ts'
import type { Db } from '../../../sqlite/db.ts'
import { flag, integer, text, type Row } from '../../../sqlite/row.ts'
import { readKind } from '../rows/stored-kind.ts'
import type { RowFacts } from './row-facts.ts'

const rowName = (accountId: string, id: string): string => JSON.stringify([accountId, id])
const alikeName = ({ category, name, instrumentType, hasTrade, moneySign, quantitySign }: RowsAlike): string =>
  JSON.stringify([category, name, instrumentType, hasTrade, moneySign, quantitySign])

/** The name of the rows of a choice, the same for equal rows. */
export const targetName = (target: KindTarget): string =>
  target.scope === 'row' ? rowName(target.accountId, target.id) : alikeName(target.alike)

/** A person's choices as the cache holds them: a copy of the journal, in memory while rows are stored. */
export class KindChoices {
  readonly #selectRows
  readonly #selectAlike
  readonly #writes
  #chosen: ReadonlyMap<string, TransactionKind> = new Map()

  constructor(db: Db) {
    const alike = 'category, name, instrument_type, has_trade, money_sign, quantity_sign'
    this.#selectRows = db.prepare<[], Row>('SELECT account_id, id, kind FROM transaction_kind_of_row')
    this.#selectAlike = db.prepare<[], Row>(`SELECT ${alike}, kind FROM transaction_kind_of_alike`)
    this.#writes = {
      putRow: db.prepare('INSERT OR REPLACE INTO transaction_kind_of_row VALUES (?, ?, ?)'),
      removeRow: db.prepare('DELETE FROM transaction_kind_of_row WHERE account_id = ? AND id = ?'),
      putAlike: db.prepare('INSERT OR REPLACE INTO transaction_kind_of_alike VALUES (?, ?, ?, ?, ?, ?, ?)'),
      removeAlike: db.prepare(`DELETE FROM transaction_kind_of_alike WHERE (${alike}) = (?, ?, ?, ?, ?, ?)`),
    }
  }

  /** All that is stored. */
  list(): KindChoice[] {
    return [...this.#selectRows.all().map(readRowChoice), ...this.#selectAlike.all().map(readAlikeChoice)]
  }

  /** Takes what is stored into memory. */
  read(): void {
    this.#chosen = new Map(this.list().map(({ target, kind }) => [targetName(target), kind]))
  }

  /** The kind that a person chose for this row alone; null where none was chosen. */
  ofRow(accountId: string, id: string): TransactionKind | null {
    return this.#chosen.size === 0 ? null : (this.#chosen.get(rowName(accountId, id)) ?? null)
  }

  /** The kind that a person chose for all rows like this: for its type of instrument before any type. */
  ofAlike(facts: RowFacts, instrumentType: string | null): TransactionKind | null {
    if (this.#chosen.size === 0) return null
    const ofType = (type: string) => this.#chosen.get(alikeName({ ...facts, instrumentType: type }))
    return ofType(instrumentType ?? '') ?? ofType('') ?? null
  }

  /** Stores a choice; a kind of null removes it. Call inside a transaction. */
  put(target: KindTarget, kind: TransactionKind | null): void {
    const { putRow, removeRow, putAlike, removeAlike } = this.#writes
    const values = valuesOf(target)
    if (target.scope === 'row') void (kind === null ? removeRow.run(values) : putRow.run([...values, kind]))
    else void (kind === null ? removeAlike.run(values) : putAlike.run([...values, kind]))
  }
}

function valuesOf(target: KindTarget): readonly (string | number)[] {
  if (target.scope === 'row') return [target.accountId, target.id]
  const { category, name, instrumentType, hasTrade, moneySign, quantitySign } = target.alike
  return [category, name, instrumentType, hasTrade ? 1 : 0, moneySign, quantitySign]
}

const readRowChoice = (row: Row): KindChoice => ({
  target: { scope: 'row', accountId: text(row, 'account_id'), id: text(row, 'id') },
  kind: readKind(row, 'kind'),
})

const signOf = (value: number): RowsAlike['moneySign'] => (value < 0 ? -1 : value > 0 ? 1 : 0)

const readAlikeChoice = (row: Row): KindChoice => ({
  target: {
    scope: 'all-like-this',
    alike: {
      category: text(row, 'category'),
      name: text(row, 'name'),
      instrumentType: text(row, 'instrument_type'),
      hasTrade: flag(row, 'has_trade'),
      moneySign: signOf(integer(row, 'money_sign')),
      quantitySign: signOf(integer(row, 'quantity_sign')),
    },
  },
  kind: readKind(row, 'kind'),
})
