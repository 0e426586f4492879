import { decimalOf } from '#shared/decimal.ts'
import { formatUnits, magnitude } from '../../lots/units.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { type Gap, type Candidate, type Evidence, scores } from './evidence.ts'
import { findExchangeBookings } from './exchange-causes.ts'
import { findLentPieces } from './lent-causes.ts'
import {
  cashEffectOf,
  findTwins,
  haveSameMoney,
  isContradictory,
  businessDaysBefore,
  newestRowsOf,
  describeRow,
  describeRows,
} from './row-evidence.ts'
import { findSplits } from './split-causes.ts'
import { findLostRows, findUnreadable } from './unreadable-causes.ts'
import { findWithdrawnPieces } from './withdrawn-causes.ts'

/** With more rows than this, not every row is tried. An instrument that expires has few rows. */
const maxRows = 400

/**
 * Finds rows of wrong sign before an expiration. An expiration closes the pieces held and has no sign, so the
 * difference is not twice the wrong row; but with the opposite sign of that row, the replay gives the reported pieces.
 */
function wrongSignBeforeExpiration({ difference, replayed, opening }: Gap, rows: readonly LedgerRow[]): LedgerRow[] {
  const last = rows.findLastIndex(isUnsigned)
  if (last < 0 || rows.length > maxRows) return []
  const stated = replayed + difference
  return rows
    .slice(0, last)
    .filter(
      (row) =>
        !isUnsigned(row) && (piecesOf(row) ?? 0n) !== 0n && replayWithOppositeSign(row, rows, opening) === stated,
    )
}

const sizeOf = ({ kind, trade }: LedgerRow): bigint => (kind === 'expiration' ? magnitude(trade?.size ?? 0n) : 0n)
const isUnsigned = (row: LedgerRow): boolean => sizeOf(row) !== 0n

/** The pieces after all rows if one of them has the opposite sign; `null` if more pieces expire than are held. */
function replayWithOppositeSign(wrong: LedgerRow, rows: readonly LedgerRow[], opening: bigint | null): bigint | null {
  let held = opening ?? 0n
  for (const row of rows) {
    const size = sizeOf(row)
    const pieces = piecesOf(row) ?? 0n
    if (size > magnitude(held)) return null
    if (size !== 0n) held += held > 0n ? -size : size
    else held += row === wrong ? -pieces : pieces
  }
  return held
}

/** Trades settle within this many business days. */
const settlementDays = 2

/**
 * Finds all possible causes of a difference of pieces except a missing row. `cashAgrees`: no currency has a difference.
 */
export function findPositionCauses(gap: Gap, evidence: Evidence, cashAgrees: boolean): Candidate[] {
  const rows = evidence.rowsOf(gap.key)
  const moving = rows.filter((row) => (piecesOf(row) ?? 0n) !== 0n)
  const lent = findLentPieces(gap, rows)
  return [
    // Pieces that are lent explain the difference: no row is missing.
    ...(lent.length > 0 ? lent : findLostRows(evidence)),
    ...findWithdrawnPieces(gap, evidence),
    ...findEqual(moving, -gap.difference, cashAgrees),
    ...findWrongSigns(rowsOfWrongSign(gap, rows), cashAgrees),
    ...(cashAgrees ? [] : findExchangeBookings(gap, rows)),
    ...findSplits(gap, evidence, cashAgrees),
    ...findUnsettled(moving, gap, evidence.statedAt),
    ...findLots(moving, gap, evidence.lotSizeOf(gap.key), cashAgrees),
    ...findUnreadable(rows, evidence),
    ...findOpening(moving, gap),
  ]
}

/**
 * A row equal to the difference is a duplicate, or does not belong to the account. One candidate for each amount of
 * money.
 */
function findEqual(rows: readonly LedgerRow[], pieces: bigint, cashAgrees: boolean): Candidate[] {
  return byMoney(rows.filter((row) => piecesOf(row) === pieces)).map((equal): Candidate => {
    const twins = findTwins(equal)
    const isDoubled = twins.length > 0
    return {
      kind: isDoubled ? 'doubled-row' : 'extra-row',
      score: isDoubled && !cashAgrees ? scores.doubledUnsupported : scoreOf(equal, cashAgrees),
      reasons: isDoubled
        ? [{ code: 'row-is-there-twice', rows: describeRows(twins, 'and') }]
        : [{ code: 'row-is-not-counted', rows: describeRows(equal) }],
      rows: isDoubled ? twins : equal,
      cashEffect: effectOf(equal, 1n),
    }
  })
}

/** Rows of wrong sign: rows of half the difference, and rows before an expiration. */
function rowsOfWrongSign(gap: Gap, rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const halves = rows.filter((row) => gap.difference === -2n * (piecesOf(row) ?? 0n))
  return [...new Set([...halves, ...wrongSignBeforeExpiration(gap, rows)])]
}

function findWrongSigns(rows: readonly LedgerRow[], cashAgrees: boolean): Candidate[] {
  return byMoney(rows).map((half): Candidate => ({
    kind: 'sign',
    score: half.every(isContradictory) ? scores.contradictoryRow : scoreOf(half, cashAgrees),
    reasons: [{ code: 'row-has-the-wrong-sign', rows: describeRows(half) }],
    rows: half,
    cashEffect: effectOf(half, 2n),
  }))
}

/** The largest number of amounts of money; the newest are used. */
const maxAmounts = 40

function byMoney(rows: readonly LedgerRow[]): LedgerRow[][] {
  return [...Map.groupBy(rows, ({ currency, money }) => `${currency} ${money}`).values()].slice(-maxAmounts)
}

const scoreOf = ([row]: readonly LedgerRow[], cashAgrees: boolean): number =>
  (row?.money ?? 0n) === 0n ? scores.rowWithoutMoney : cashAgrees ? scores.weak : scores.rowUnsupported

const effectOf = (rows: readonly LedgerRow[], times: 1n | 2n): Candidate['cashEffect'] => {
  const [row] = rows
  return row !== undefined && haveSameMoney(rows) ? cashEffectOf(row, times) : null
}

function findUnsettled(rows: readonly LedgerRow[], gap: Gap, statedAt: number): Candidate[] {
  const since = businessDaysBefore(statedAt, settlementDays)
  const recent = rows.filter(({ at, trade }) => trade !== null && at >= since && at <= statedAt)
  const unsettled = newestRowsOf(recent, (row) => piecesOf(row) ?? 0n, -gap.difference)
  if (unsettled.length === 0) return []
  const reasons = [{ code: 'not-settled-yet', rows: describeRows(unsettled, 'and') } as const]
  return [{ kind: 'unsettled', score: scores.unsettled, reasons, rows: unsettled, cashEffect: null }]
}

/** A row counts lots and the service counts pieces, or the reverse. */
function findLots(rows: readonly LedgerRow[], gap: Gap, lotSize: bigint | null, cashAgrees: boolean): Candidate[] {
  if (lotSize === null || lotSize <= 1n) return []
  const { difference } = gap
  const found = rows.filter((row) => {
    const pieces = piecesOf(row) ?? 0n
    return difference === pieces * (lotSize - 1n) || difference * lotSize === pieces * (1n - lotSize)
  })
  if (found.length === 0) return []
  const reasons = [{ code: 'lot-size', size: decimalOf(lotSize), rows: describeRows(found) } as const]
  const score = cashAgrees ? scores.lotSize + 20 : scores.lotSize
  return [{ kind: 'lot-size', score, reasons, rows: found, cashEffect: null }]
}

/** Pieces held before the first row: the likely cause if more pieces are sold than held. */
function findOpening(rows: readonly LedgerRow[], gap: Gap): Candidate[] {
  const [first] = rows
  let [held, lowest] = [gap.opening ?? 0n, 0n]
  for (const row of rows) {
    held += piecesOf(row) ?? 0n
    if (held < lowest) lowest = held
  }
  const isOversold = lowest < 0n && gap.difference >= -lowest
  return [
    {
      kind: 'opening-balance',
      score: isOversold ? scores.soldBeforeHeld : scores.opening,
      reasons: [
        {
          code: 'pieces-held-before',
          pieces: formatUnits(gap.difference),
          first: first === undefined ? null : describeRow(first),
        },
      ],
      rows: first === undefined ? [] : [first],
      cashEffect: { currency: '', money: 0n },
    },
  ]
}
