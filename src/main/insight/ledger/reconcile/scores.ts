import type { DifferenceCause } from '../../../../shared/model/ledger/ledger.ts'
import type { Candidate } from './evidence.ts'

/**
 * How likely a cause is, by what supports it. A cause that one row explains in pieces and in money alike comes first; one
 * that contradicts the other side comes last. Only the order of the numbers counts.
 */
export const scores = {
  /** The same row explains the pieces and the money, and a row equal to it exists. */
  doubledInBoth: 98,
  rowInBoth: 95,
  splitOfThatDay: 93,
  /** A trade whose money and pieces have the same sign. */
  contradictoryRow: 91,
  unreadable: 90,
  doubledMoney: 88,
  commissionInBoth: 86,
  announcedPayment: 84,
  /** Rows without money explain pieces, and the cash agrees. */
  rowWithoutMoney: 80,
  /** Pieces and money differ in opposite directions, as a trade makes them. */
  missingTrade: 75,
  unsettled: 72,
  /** Twins whose money is not the difference in cash: other rows of that currency may be wrong as well. */
  doubledUnsupported: 71,
  /** The ratio of a usual split, and the cash agrees. */
  usualSplit: 70,
  soldBeforeHeld: 62,
  rowOfMoney: 60,
  signOfMoney: 58,
  missing: 55,
  faceValue: 50,
  lotSize: 46,
  /** The other side differs as well, by another amount. */
  rowUnsupported: 42,
  weak: 25,
  opening: 10,
} as const

const maxCauses = 5
const maxRows = 20
/** A missing row explains every difference, so it is always among the first so many. */
const missingWithin = 3

/** The likeliest causes, one of each kind. */
export function rankCauses(candidates: readonly Candidate[]): DifferenceCause[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const causes = [...Map.groupBy(sorted, ({ kind }) => kind).values()].flatMap(([best]) =>
    best === undefined ? [] : [best],
  )
  const missing = causes.findIndex(({ kind }) => kind === 'missing-row')
  if (missing >= missingWithin) causes.splice(missingWithin - 1, 0, ...causes.splice(missing, 1))
  return causes
    .slice(0, maxCauses)
    .map(({ kind, words, rows }) => ({ kind, words, transactionIds: rows.slice(0, maxRows).map(({ id }) => id) }))
}
