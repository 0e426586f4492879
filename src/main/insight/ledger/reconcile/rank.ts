import type { DifferenceCause } from '../../../../shared/model/ledger/ledger.ts'
import type { Candidate } from './evidence.ts'

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
