import { dayMs } from '#shared/durations.ts'
import { formatUnits, parseUnits, unitPlaces } from '../../lots/units.ts'
import { daysAfter, daysBefore } from '../../payment-window.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { type AnnouncedEvent, type Candidate, type Evidence, type Gap, scores } from './evidence.ts'
import { findTwins, isContradictory, businessDaysBefore, newestRowsOf, describeRows, utcDate } from './row-evidence.ts'
import { findLostRows } from './unreadable-causes.ts'
import { findWithdrawnMoney } from './withdrawn-causes.ts'

const settlementDays = 2
const one = 10n ** BigInt(unitPlaces)
const hundred = parseUnits('100') ?? 0n

/**
 * Finds all possible causes of a difference of money except a missing row. `gaps` are the differences of all
 * currencies.
 */
export function findCashCauses(gap: Gap, gaps: readonly Gap[], evidence: Evidence): Candidate[] {
  return [
    ...findLostRows(evidence),
    ...findWithdrawnMoney(gap, evidence),
    ...findEqual(gap, evidence),
    ...findWrongSigns(gap, evidence),
    ...findCommissions(gap, gaps, evidence),
    ...findPayments(gap, evidence),
    ...findUnsettled(gap, evidence),
    ...findIgnoredFaceValues(gap, evidence),
    ...findOpening(gap),
  ]
}

/** A row that moves pieces too would also cause a difference of pieces. */
const isOnlyMoney = (row: LedgerRow): boolean => (piecesOf(row) ?? 0n) === 0n

function findEqual(gap: Gap, evidence: Evidence): Candidate[] {
  const equal = evidence.rowsWithMoney(gap.key, [-gap.difference])
  const onlyMoney = equal.filter(isOnlyMoney)
  const twins = findTwins(onlyMoney)
  if (twins.length > 0) {
    const reasons = [{ code: 'row-is-there-twice', rows: describeRows(twins, 'and') } as const]
    return [{ kind: 'doubled-row', score: scores.doubledMoney, reasons, rows: twins, cashEffect: null }]
  }
  const rows = onlyMoney.length > 0 ? onlyMoney : equal
  if (rows.length === 0) return []
  const reasons = [{ code: 'row-is-not-counted', rows: describeRows(rows) } as const]
  const score = onlyMoney.length > 0 ? scores.rowOfMoney : scores.weak
  return [{ kind: 'extra-row', score, reasons, rows, cashEffect: null }]
}

function findWrongSigns(gap: Gap, evidence: Evidence): Candidate[] {
  if (gap.difference % 2n !== 0n) return []
  const half = evidence.rowsWithMoney(gap.key, [-gap.difference / 2n])
  const contradictory = half.filter(isContradictory)
  const onlyMoney = half.filter(isOnlyMoney)
  const rows = contradictory.length > 0 ? contradictory : onlyMoney.length > 0 ? onlyMoney : half
  if (rows.length === 0) return []
  const score =
    contradictory.length > 0 ? scores.contradictoryRow : onlyMoney.length > 0 ? scores.signOfMoney : scores.weak
  const reasons = [{ code: 'row-has-the-wrong-sign', rows: describeRows(rows) } as const]
  return [{ kind: 'sign', score, reasons, rows, cashEffect: null }]
}

/** A commission is booked in one currency and taken in another, so both differ. */
function findCommissions(gap: Gap, gaps: readonly Gap[], evidence: Evidence): Candidate[] {
  return gaps.flatMap((other): Candidate[] => {
    if (other.key === gap.key || other.difference < 0n === gap.difference < 0n) return []
    const [booked, taken] = other.difference > 0n ? [other, gap] : [gap, other]
    const rows = evidence.rowsWithMoney(booked.key, [-booked.difference]).filter(({ kind }) => kind === 'commission')
    if (rows.length === 0) return []
    const described = describeRows(rows)
    const reasons = [{ code: 'commission-currency', booked: booked.key, taken: taken.key, rows: described } as const]
    return [{ kind: 'commission-currency', score: scores.commissionInBoth, reasons, rows, cashEffect: null }]
  })
}

/** An announced payment for the pieces held on that day, without a row that pays it. */
function findPayments(gap: Gap, evidence: Evidence): Candidate[] {
  return evidence.events.flatMap((event): Candidate[] => {
    if (event.kind === 'split' || event.each <= 0n || event.at > evidence.statedAt) return []
    if ((gap.difference * one) % event.each !== 0n) return []
    const pieces = (gap.difference * one) / event.each
    const rows = evidence.rowsOf(event.symbol)
    const held = rows.reduce((sum, row) => (row.at < event.at ? sum + (piecesOf(row) ?? 0n) : sum), 0n)
    if (held !== pieces || rows.some((row) => isPaymentOf(row, event))) return []
    return [
      {
        kind: event.kind === 'amortization' ? 'amortization' : 'missing-row',
        score: scores.announcedPayment,
        reasons: [
          {
            code: `${event.kind}-is-missing`,
            symbol: event.symbol,
            date: utcDate(event.at),
            pieces: formatUnits(pieces),
          },
        ],
        rows: [],
        cashEffect: null,
      },
    ]
  })
}

const isPaymentOf = (row: LedgerRow, event: AnnouncedEvent): boolean =>
  row.kind === event.kind && row.at >= event.at - daysBefore * dayMs && row.at <= event.at + daysAfter * dayMs

function findUnsettled(gap: Gap, evidence: Evidence): Candidate[] {
  const recent = evidence
    .rowsSince(businessDaysBefore(evidence.statedAt, settlementDays))
    .filter(({ at, trade, currency }) => trade !== null && currency === gap.key && at <= evidence.statedAt)
  const rows = newestRowsOf(recent, ({ money }) => money ?? 0n, -gap.difference)
  if (rows.length === 0) return []
  const reasons = [{ code: 'not-settled-yet', rows: describeRows(rows, 'and') } as const]
  return [{ kind: 'unsettled', score: scores.unsettled, reasons, rows, cashEffect: null }]
}

/**
 * The price of a bond is in percent of its face value. A row that ignores the face value is wrong by the factor face /
 * 100 or its inverse.
 */
function findIgnoredFaceValues(gap: Gap, evidence: Evidence): Candidate[] {
  const { difference } = gap
  return [...new Set(evidence.faces.values())].flatMap((face): Candidate[] => {
    if (face === hundred) return []
    // money × (face / 100 − 1) = difference, or money × (100 / face − 1) = difference
    const amounts = [
      [difference * hundred, face - hundred],
      [difference * face, hundred - face],
    ].flatMap(([numerator = 0n, denominator = 1n]) => (numerator % denominator === 0n ? [numerator / denominator] : []))
    const rows = evidence
      .rowsWithMoney(gap.key, amounts)
      .filter(({ trade, symbol }) => trade !== null && evidence.faces.get(symbol) === face)
    if (rows.length === 0) return []
    const reasons = [{ code: 'face-value-ignored', face: formatUnits(face), rows: describeRows(rows) } as const]
    return [{ kind: 'face-value', score: scores.faceValue, reasons, rows, cashEffect: null }]
  })
}

function findOpening(gap: Gap): Candidate[] {
  const money = { amount: formatUnits(gap.difference), currency: gap.key }
  const reasons = [{ code: 'money-held-before', money } as const]
  return [{ kind: 'opening-balance', score: scores.opening, reasons, rows: [], cashEffect: null }]
}
