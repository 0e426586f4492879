import { parseBoundedJson } from '#shared/bounded-json.ts'
import { KindChoice, textOfTarget, type KindTarget } from '#shared/model/transaction/kind-choice.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../sqlite/db.ts'
import { text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

/** The kinds that the user chose for transactions. They replace the kinds that the rules find. */
export function createKindChoices(db: Db) {
  const selectAll = db.prepare<[], Row>('SELECT target, kind FROM kind_choice ORDER BY target')
  const selectOne = db.prepare<[string], Row>('SELECT target, kind FROM kind_choice WHERE target = ?')
  const put = db.prepare<[string, string]>(
    'INSERT INTO kind_choice (target, kind) VALUES (?, ?) ON CONFLICT (target) DO UPDATE SET kind = excluded.kind',
  )
  const remove = db.prepare<[string]>('DELETE FROM kind_choice WHERE target = ?')
  return {
    /** A choice in an unknown format (of another app version) is skipped but stays stored. */
    list: (): KindChoice[] => selectAll.all().flatMap(read),
    /** Null if nothing was chosen for these rows. */
    get(target: KindTarget): TransactionKind | null {
      const row = selectOne.get(textOfTarget(target))
      return row === undefined ? null : (read(row)[0]?.kind ?? null)
    },
    /** A kind of null removes the choice. */
    set(target: KindTarget, kind: TransactionKind | null): void {
      const key = textOfTarget(target)
      transact(db, () => (kind === null ? remove.run(key) : put.run(key, kind)))
    },
  }
}

function read(row: Row): KindChoice[] {
  const choice = KindChoice.safeParse({ target: parseJson(text(row, 'target')), kind: text(row, 'kind') })
  return choice.success ? [choice.data] : []
}

function parseJson(value: string): unknown {
  try {
    return parseBoundedJson(value)
  } catch {
    return undefined // not JSON: skipped
  }
}
