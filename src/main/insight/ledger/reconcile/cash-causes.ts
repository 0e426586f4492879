import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { parseUnits, unitPlaces } from '../../lots/units.ts'
import { daysAfter, daysBefore } from '../../payment-window.ts'
import { wordingOf } from '../../wording.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { type AnnouncedEvent, type Candidate, type Evidence, type Gap, scores } from './evidence.ts'
import { findTwins, isContradictory, businessDaysBefore, newestRowsOf, describeRows } from './row-evidence.ts'
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
    const words = wordingOf((marks) => m.causes_row_is_there_twice({ rows: describeRows(marks, twins, 'and') }))
    return [{ kind: 'doubled-row', score: scores.doubledMoney, words, rows: twins, cashEffect: null }]
  }
  const rows = onlyMoney.length > 0 ? onlyMoney : equal
  if (rows.length === 0) return []
  const words = wordingOf((marks) => m.causes_row_is_not_counted({ rows: describeRows(marks, rows) }))
  const score = onlyMoney.length > 0 ? scores.rowOfMoney : scores.weak
  return [{ kind: 'extra-row', score, words, rows, cashEffect: null }]
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
  const words = wordingOf((marks) => m.causes_row_has_the_wrong_sign({ rows: describeRows(marks, rows) }))
  return [{ kind: 'sign', score, words, rows, cashEffect: null }]
}

/** A commission is booked in one currency and taken in another, so both differ. */
function findCommissions(gap: Gap, gaps: readonly Gap[], evidence: Evidence): Candidate[] {
  return gaps.flatMap((other): Candidate[] => {
    if (other.key === gap.key || other.difference < 0n === gap.difference < 0n) return []
    const [booked, taken] = other.difference > 0n ? [other, gap] : [gap, other]
    const rows = evidence.rowsWithMoney(booked.key, [-booked.difference]).filter(({ kind }) => kind === 'commission')
    if (rows.length === 0) return []
    const words = wordingOf((marks) =>
      m.causes_commission_in_another_currency({
        booked: booked.key,
        taken: taken.key,
        rows: describeRows(marks, rows),
      }),
    )
    return [{ kind: 'commission-currency', score: scores.commissionInBoth, words, rows, cashEffect: null }]
  })
}

const missingPayment = {
  amortization: m.causes_amortization_is_missing,
  coupon: m.causes_coupon_is_missing,
  dividend: m.causes_dividend_is_missing,
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
        words: wordingOf(({ date, number }) =>
          missingPayment[event.kind]({ symbol: event.symbol, date: date(event.at), pieces: number(pieces) }),
        ),
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
  const words = wordingOf((marks) =>
    m.causes_not_settled_yet({ count: rows.length, rows: describeRows(marks, rows, 'and') }),
  )
  return [{ kind: 'unsettled', score: scores.unsettled, words, rows, cashEffect: null }]
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
    const words = wordingOf((marks) =>
      m.causes_row_ignores_the_face_value({ face: marks.number(face), rows: describeRows(marks, rows) }),
    )
    return [{ kind: 'face-value', score: scores.faceValue, words, rows, cashEffect: null }]
  })
}

function findOpening(gap: Gap): Candidate[] {
  const before = gap.difference > 0n ? m.causes_money_may_have_been_held : m.causes_money_may_have_been_owed
  const words = wordingOf(({ money }) => before({ money: money(gap.difference, gap.key), currency: gap.key }))
  return [{ kind: 'opening-balance', score: scores.opening, words, rows: [], cashEffect: null }]
}
