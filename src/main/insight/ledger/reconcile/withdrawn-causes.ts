import { m } from '../../../../shared/messages/messages.js'
import { otherSideOf } from '../other-side.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { wordingOf } from '../../wording.ts'
import { scores, type Candidate, type Evidence, type Gap } from './evidence.ts'
import { describeRows, haveSameMoney } from './row-evidence.ts'

/** The withdrawn rows that reported pieces of a symbol still contain. */
export const findWithdrawnPieces = ({ key, difference }: Gap, { withdrawn }: Evidence): Candidate[] =>
  findContained(withdrawn, difference, (row) => (row.symbol === key ? (piecesOf(row) ?? 0n) : 0n))

/** The withdrawn rows that reported money of a currency still contains. */
export const findWithdrawnMoney = ({ key, difference }: Gap, { withdrawn }: Evidence): Candidate[] =>
  findContained(withdrawn, difference, (row) => moneyIn(row, key))

function moneyIn(row: LedgerRow, currency: string): bigint {
  const other = otherSideOf(row)
  return (row.currency === currency ? (row.money ?? 0n) : 0n) + (other?.currency === currency ? other.money : 0n)
}

/** The rows of which each adds the difference; otherwise all rows, if they add it together. */
function findContained(
  withdrawn: readonly LedgerRow[],
  difference: bigint,
  effectOf: (row: LedgerRow) => bigint,
): Candidate[] {
  const moving = withdrawn.filter((row) => effectOf(row) !== 0n)
  const equal = moving.filter((row) => effectOf(row) === difference)
  const isOne = equal.length > 0
  if (!isOne && moving.reduce((sum, row) => sum + effectOf(row), 0n) !== difference) return []
  const rows = isOne ? equal : moving
  const words = wordingOf((marks) =>
    m.causes_withdrawn_rows_are_counted({
      count: isOne ? 1 : rows.length,
      rows: describeRows(marks, rows, isOne ? 'or' : 'and'),
    }),
  )
  const cashEffect = isOne && !haveSameMoney(rows) ? null : addedCash(isOne ? rows.slice(0, 1) : rows)
  // The rows are not loaded any more, so none can be opened.
  return [{ kind: 'withdrawn-row', score: scores.withdrawnRow, words, rows: [], cashEffect }]
}

/** The difference in cash while the reported money contains these rows too; `null` if it has several currencies. */
function addedCash([first, ...others]: readonly LedgerRow[]): Candidate['cashEffect'] {
  const currency = first?.currency ?? ''
  if (others.some((row) => row.currency !== first?.currency)) return null
  return { currency, money: others.reduce((sum, { money }) => sum + (money ?? 0n), first?.money ?? 0n) }
}
