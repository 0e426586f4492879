import type { CauseReason } from '#shared/model/ledger/cause-reason.ts'
import { hasUnknownPieces, type LedgerRow } from '../row.ts'
import { scores, type Candidate, type Evidence } from './evidence.ts'
import { describeRows, utcDate } from './row-evidence.ts'

/** Rows of the account that the service sent and that could not be read: they are known to be missing. */
export function findLostRows({ unreadable }: Pick<Evidence, 'unreadable'>): Candidate[] {
  const count = unreadable.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  const from = Math.min(...unreadable.map((each) => each.from))
  const last = Math.max(...unreadable.map((each) => each.to)) - 1
  const reasons: readonly CauseReason[] = [{ code: 'rows-not-read', count, from: utcDate(from), to: utcDate(last) }]
  return [{ kind: 'lost-row', score: scores.lostRow, reasons, rows: [], cashEffect: null }]
}

/** Rows of the instrument that do not say how many pieces they move, and rows that may be of it. */
export function findUnreadable(rows: readonly LedgerRow[], { withoutInstrument }: Evidence): Candidate[] {
  const unknown = rows.filter(hasUnknownPieces)
  const found = unknown.length > 0 ? unknown : withoutInstrument
  if (found.length === 0) return []
  const code = unknown.length > 0 ? 'row-of-unknown-pieces' : 'row-of-unknown-instrument'
  const reasons = [{ code, rows: describeRows(found) } as const]
  return [{ kind: 'unreadable-row', score: scores.unreadable, reasons, rows: found, cashEffect: null }]
}
