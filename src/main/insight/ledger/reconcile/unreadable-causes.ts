import { m } from '#shared/messages/messages.js'
import { wordingOf } from '../../wording.ts'
import { hasUnknownPieces, type LedgerRow } from '../row.ts'
import { scores, type Candidate, type Evidence } from './evidence.ts'
import { describeRows } from './row-evidence.ts'

/** Rows of the account that the service sent and that could not be read: they are known to be missing. */
export function findLostRows({ unreadable }: Pick<Evidence, 'unreadable'>): Candidate[] {
  const count = unreadable.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  const from = Math.min(...unreadable.map((each) => each.from))
  const last = Math.max(...unreadable.map((each) => each.to)) - 1
  const words = wordingOf(({ date, whole }) => {
    const shown = whole(BigInt(count))
    return dayOf(from) === dayOf(last)
      ? m.causes_rows_of_a_day_could_not_be_read({ count, shown, date: date(from) })
      : m.causes_rows_could_not_be_read({ count, shown, from: date(from), to: date(last) })
  })
  return [{ kind: 'lost-row', score: scores.lostRow, words, rows: [], cashEffect: null }]
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Rows of the instrument that do not say how many pieces they move, and rows that may be of it. */
export function findUnreadable(rows: readonly LedgerRow[], { withoutInstrument }: Evidence): Candidate[] {
  const unknown = rows.filter(hasUnknownPieces)
  const found = unknown.length > 0 ? unknown : withoutInstrument
  if (found.length === 0) return []
  const describe = unknown.length > 0 ? m.causes_row_of_unknown_pieces : m.causes_instrument_of_a_row_could_not_be_read
  const words = wordingOf((marks) => describe({ rows: describeRows(marks, found) }))
  return [{ kind: 'unreadable-row', score: scores.unreadable, words, rows: found, cashEffect: null }]
}
