import { m } from '../../../../shared/messages/messages.js'
import { dayMs } from '../../../../shared/durations.ts'
import { parseUnits, unitPlaces } from '../../lots/units.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { findTwins, isContradictory, businessDaysBefore, newestRowsOf, describeRows } from './row-evidence.ts'
import { wordingOf } from '../../wording.ts'
import { type AnnouncedEvent, type Candidate, type Evidence, type Gap, scores } from './evidence.ts'

const settlementDays = 2
const one = 10n ** BigInt(unitPlaces)
const hundred = parseUnits('100') ?? 0n

/** Everything that may have caused a difference of money by itself, but for a missing row. `gaps` are those of all currencies. */
export function findCashCauses(gap: Gap, gaps: readonly Gap[], evidence: Evidence): Candidate[] {
  return [
    ...findEqual(gap, evidence),
    ...findTurned(gap, evidence),
    ...findCommissions(gap, gaps, evidence),
    ...findPayments(gap, evidence),
    ...findUnsettled(gap, evidence),
    ...findFaces(gap, evidence),
    ...findOpening(gap),
  ]
}

/** Pieces that a row of this money moves would differ as well. */
const isMoneyAlone = (row: LedgerRow): boolean => (piecesOf(row) ?? 0n) === 0n

function findEqual(gap: Gap, evidence: Evidence): Candidate[] {
  const equal = evidence.rowsWithMoney(gap.key, [-gap.difference])
  const alone = equal.filter(isMoneyAlone)
  const twins = findTwins(alone)
  if (twins.length > 0) {
    const words = wordingOf((marks) => m.causes_row_is_there_twice({ rows: describeRows(marks, twins, 'and') }))
    return [{ kind: 'doubled-row', score: scores.doubledMoney, words, rows: twins, cashEffect: null }]
  }
  const rows = alone.length > 0 ? alone : equal
  if (rows.length === 0) return []
  const words = wordingOf((marks) => m.causes_row_is_not_counted({ rows: describeRows(marks, rows) }))
  const score = alone.length > 0 ? scores.rowOfMoney : scores.weak
  return [{ kind: 'extra-row', score, words, rows, cashEffect: null }]
}

function findTurned(gap: Gap, evidence: Evidence): Candidate[] {
  if (gap.difference % 2n !== 0n) return []
  const half = evidence.rowsWithMoney(gap.key, [-gap.difference / 2n])
  const contradictory = half.filter(isContradictory)
  const alone = half.filter(isMoneyAlone)
  const rows = contradictory.length > 0 ? contradictory : alone.length > 0 ? alone : half
  if (rows.length === 0) return []
  const score = contradictory.length > 0 ? scores.contradictoryRow : alone.length > 0 ? scores.signOfMoney : scores.weak
  const words = wordingOf((marks) => m.causes_row_has_the_wrong_sign({ rows: describeRows(marks, rows) }))
  return [{ kind: 'sign', score, words, rows, cashEffect: null }]
}

/** A commission of one currency was taken in another: both differ. */
function findCommissions(gap: Gap, gaps: readonly Gap[], evidence: Evidence): Candidate[] {
  return gaps.flatMap((other): Candidate[] => {
    if (other.key === gap.key || other.difference < 0n === gap.difference < 0n) return []
    const [booked, taken] = other.difference > 0n ? [other, gap] : [gap, other]
    const rows = evidence.rowsWithMoney(booked.key, [-booked.difference]).filter(({ kind }) => kind === 'commission')
    if (rows.length === 0) return []
    const words = wordingOf((marks) =>
      m.causes_commission_in_another_currency({
        ...{ booked: booked.key, taken: taken.key, rows: describeRows(marks, rows) },
      }),
    )
    return [{ kind: 'commission-currency', score: scores.commissionInBoth, words, rows, cashEffect: null }]
  })
}

/** How near to its event a payment is booked. */
const bookedEarlyMs = 5 * dayMs
const bookedLateMs = 45 * dayMs

const missingPayment = {
  amortization: m.causes_amortization_is_missing,
  coupon: m.causes_coupon_is_missing,
  dividend: m.causes_dividend_is_missing,
}

/** An announced payment for the pieces held that day, of which there is no row. */
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
  row.kind === event.kind && row.at >= event.at - bookedEarlyMs && row.at <= event.at + bookedLateMs

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

/** A bond's price is in percent of its face: a row that forgets the face is wrong by face / 100, or by its inverse. */
function findFaces(gap: Gap, evidence: Evidence): Candidate[] {
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
  const words = wordingOf(({ number }) => before({ money: number(gap.difference), currency: gap.key }))
  return [{ kind: 'opening-balance', score: scores.opening, words, rows: [], cashEffect: null }]
}
