import { otherSideOf } from '../other-side.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { scores, type Candidate, type Evidence, type Gap } from './evidence.ts'
import { describeRows, haveSameMoney } from './row-evidence.ts'

/** The rows that the service no longer sends and that reported pieces of a symbol still contain, or do not contain any more. */
export const findWithdrawnPieces = (gap: Gap, evidence: Evidence): Candidate[] =>
  findBoth(gap, evidence, (row) => (row.symbol === gap.key ? (piecesOf(row) ?? 0n) : 0n))

/** The rows that the service no longer sends and that reported money of a currency still contains, or does not any more. */
export const findWithdrawnMoney = (gap: Gap, evidence: Evidence): Candidate[] =>
  findBoth(gap, evidence, (row) => moneyIn(row, gap.key))

function moneyIn(row: LedgerRow, currency: string): bigint {
  const other = otherSideOf(row)
  return (row.currency === currency ? (row.money ?? 0n) : 0n) + (other?.currency === currency ? other.money : 0n)
}

function findBoth(
  { difference }: Gap,
  { withdrawn, missing }: Evidence,
  effectOf: (row: LedgerRow) => bigint,
): Candidate[] {
  const counted = findContained(withdrawn, difference, effectOf)
  const uncounted = findContained(missing, -difference, effectOf)
  return [
    // The rows of the first are not loaded any more, so none can be opened.
    ...counted.map((found) => toCandidate(found, 1n, 'withdrawn-rows-are-counted', [])),
    ...uncounted.map((found) => toCandidate(found, -1n, 'rows-are-missing-in-answers', found.rows)),
  ]
}

/** Rows of which each one (`isOne`) or all together make a difference. */
interface Contained {
  readonly rows: readonly LedgerRow[]
  readonly isOne: boolean
}

/** The rows of which each adds the difference; otherwise all rows, if they add it together. */
function findContained(
  candidates: readonly LedgerRow[],
  difference: bigint,
  effectOf: (row: LedgerRow) => bigint,
): Contained[] {
  const moving = candidates.filter((row) => effectOf(row) !== 0n)
  const equal = moving.filter((row) => effectOf(row) === difference)
  if (equal.length > 0) return [{ rows: equal, isOne: true }]
  return moving.reduce((sum, row) => sum + effectOf(row), 0n) === difference ? [{ rows: moving, isOne: false }] : []
}

function toCandidate(
  { rows, isOne }: Contained,
  sign: 1n | -1n,
  code: 'withdrawn-rows-are-counted' | 'rows-are-missing-in-answers',
  opened: readonly LedgerRow[],
): Candidate {
  const reasons = [{ code, rows: describeRows(rows, isOne ? 'or' : 'and') }]
  const cash = isOne && !haveSameMoney(rows) ? null : addedCash(isOne ? rows.slice(0, 1) : rows)
  const cashEffect = cash === null ? null : { ...cash, money: cash.money * sign }
  return { kind: 'withdrawn-row', score: scores.withdrawnRow, reasons, rows: opened, cashEffect }
}

/** The difference in cash while the reported money contains these rows too; `null` if it has several currencies. */
function addedCash([first, ...others]: readonly LedgerRow[]): Candidate['cashEffect'] {
  const currency = first?.currency ?? ''
  if (others.some((row) => row.currency !== first?.currency)) return null
  return { currency, money: others.reduce((sum, { money }) => sum + (money ?? 0n), first?.money ?? 0n) }
}
