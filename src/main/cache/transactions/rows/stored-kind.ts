import { KindRule, TransactionKind } from '../../../../shared/model/transaction/kind.ts'
import { CorruptDatabaseError } from '../../../sqlite/errors.ts'
import { text, type Row } from '../../../sqlite/row.ts'

const kinds = new Map(TransactionKind.options.map((kind) => [kind as string, kind]))
const rules = new Map(KindRule.options.map((rule) => [rule as string, rule]))

/** Reads a stored kind. Throws CorruptDatabaseError for a name that is none. */
export function readKind(row: Row, column: string): TransactionKind {
  const kind = kinds.get(text(row, column))
  if (kind === undefined) throw new CorruptDatabaseError('A stored kind of a transaction is unknown.')
  return kind
}

/** Reads the rule that found a stored kind. Throws CorruptDatabaseError for a name that is none. */
export function readRule(row: Row, column: string): KindRule {
  const rule = rules.get(text(row, column))
  if (rule === undefined) throw new CorruptDatabaseError('A stored rule of a kind is unknown.')
  return rule
}
