import type { Decimal } from '#shared/decimal.ts'
import { sign } from '#shared/decimal.ts'
import type { CauseKind, Reconciliation } from '#shared/model/ledger/ledger.ts'

/** A difference between a figure of the service and its rows, and the time since when it is known. */
export interface SeenDifference {
  readonly accountId: string
  /** A symbol; for money, the currency. */
  readonly figure: string
  /** The currency of money; `null` for pieces. */
  readonly currency: string | null
  /** The reported figure minus the replayed one, in pieces or money. */
  readonly difference: Decimal
  /** UTC ms; 0 if the difference exists at the first comparison of the account. */
  readonly since: number
}

/** The differences of each compared account, by account id. */
export type SeenByAccount = ReadonlyMap<string, readonly SeenDifference[]>

type Compared = Pick<Reconciliation, 'accountId' | 'coverage'> & {
  readonly positions: readonly Omit<Reconciliation['positions'][number], 'name'>[]
  readonly cash: Reconciliation['cash']
}

/** Differences with these causes disappear within days or are insignificant. */
const quietCauses: readonly (CauseKind | undefined)[] = ['rounding', 'unsettled']

/**
 * Updates the known differences after a comparison at `now` (UTC ms). An account whose history is not fully loaded
 * keeps its earlier differences.
 */
export function noteDifferences(before: SeenByAccount, read: readonly Compared[], now: number): SeenByAccount {
  const after = new Map(before)
  for (const account of read) {
    if (account.coverage === 'partial') continue
    const known = before.get(account.accountId)
    const sinceOf = ({ figure, difference }: SeenDifference): number =>
      known?.find((each) => each.figure === figure && each.difference === difference)?.since ??
      (known === undefined ? 0 : now)
    const seen = differencesOf(account)
    after.set(
      account.accountId,
      seen.map((each) => ({ ...each, since: sinceOf(each) })),
    )
  }
  return after
}

function differencesOf({ accountId, positions, cash }: Compared): SeenDifference[] {
  const figures = [
    ...positions.map((each) => ({ ...each, figure: each.symbol, currency: null })),
    ...cash.map((each) => ({ ...each, figure: each.currency })),
  ]
  return figures.flatMap(({ figure, currency, difference, causes }) =>
    difference === null || sign(difference) === 0 || quietCauses.includes(causes[0]?.kind)
      ? []
      : [{ accountId, figure, currency, difference, since: 0 }],
  )
}
