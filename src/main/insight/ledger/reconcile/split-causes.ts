import { decimalOf } from '#shared/decimal.ts'
import type { CauseReason } from '#shared/model/ledger/cause-reason.ts'
import { formatUnits } from '../../lots/units.ts'
import { piecesOf, type LedgerRow } from '../row.ts'
import { type Candidate, type Evidence, type Gap, scores } from './evidence.ts'
import { utcDate } from './row-evidence.ts'

/** Ratios of usual splits, and their reverses. */
const usualRatios: readonly (readonly [old: bigint, next: bigint])[] = [
  ...[2n, 3n, 4n, 5n, 6n, 8n, 10n, 15n, 20n, 25n, 50n, 100n, 1000n].flatMap((n) => [
    [1n, n] as const,
    [n, 1n] as const,
  ]),
  [2n, 3n],
  [3n, 2n],
  [4n, 5n],
  [5n, 4n],
  [3n, 4n],
  [4n, 3n],
]

interface HeldInterval {
  /** From the last row of this time until the next row (UTC ms). */
  readonly at: number
  readonly until: number
  readonly quantity: bigint
}

/**
 * A split that is missing in the rows: the pieces held at some time, multiplied by the ratio minus one, are the
 * difference.
 */
export function findSplits(gap: Gap, evidence: Evidence, cashAgrees: boolean): Candidate[] {
  const held = intervalsOf(evidence.rowsOf(gap.key), gap.opening ?? 0n, evidence.statedAt)
  const announced = evidence.events.flatMap((event): Candidate[] => {
    if (event.kind !== 'split' || event.symbol !== gap.key || event.at > evidence.statedAt) return []
    const then = held.find(({ at, until }) => at <= event.at && event.at < until)
    if (then === undefined || !explainsDifference(gap.difference, then.quantity, event.old, event.next)) return []
    return [
      candidate(
        {
          code: 'split-of-that-day-is-missing',
          old: formatUnits(event.old),
          next: formatUnits(event.next),
          date: utcDate(event.at),
        },
        scores.splitOfThatDay,
      ),
    ]
  })
  const found = usualRatios.find(([old, next]) =>
    held.some(({ quantity }) => explainsDifference(gap.difference, quantity, old, next)),
  )
  if (announced.length > 0 || found === undefined) return announced
  const [old, next] = found
  const times = held.filter(({ quantity }) => explainsDifference(gap.difference, quantity, old, next))
  const [from, to] = [times[0]?.at ?? 0, times.at(-1)?.until ?? 0]
  return [
    candidate(
      {
        code: 'split-between-is-missing',
        old: decimalOf(old),
        next: decimalOf(next),
        from: utcDate(from),
        to: utcDate(to),
      },
      cashAgrees ? scores.usualSplit : scores.weak,
    ),
  ]
}

const explainsDifference = (difference: bigint, quantity: bigint, old: bigint, next: bigint): boolean =>
  quantity !== 0n && difference * old === quantity * (next - old)

const candidate = (reason: CauseReason, score: number): Candidate => ({
  kind: 'split',
  score,
  reasons: [reason],
  rows: [],
  cashEffect: { currency: '', money: 0n },
})

function intervalsOf(rows: readonly LedgerRow[], opening: bigint, until: number): HeldInterval[] {
  const intervals: HeldInterval[] = []
  let quantity = opening
  for (const [index, row] of rows.entries()) {
    quantity += piecesOf(row) ?? 0n
    const next = rows[index + 1]?.at ?? until
    if (next > row.at) intervals.push({ at: row.at, until: next, quantity })
  }
  return intervals
}
