import type { Decimal } from '../../../shared/decimal.ts'
import { sign } from '../../../shared/decimal.ts'
import type { CauseKind, Reconciliation } from '../../../shared/model/ledger/ledger.ts'

/** A difference between the service's figure and its rows, and since when it is seen. */
export interface SeenDifference {
  readonly accountId: string
  /** The symbol, or the currency of money. */
  readonly figure: string
  /** Of money; `null` for pieces. */
  readonly currency: string | null
  /** Stated − replayed: pieces or money. */
  readonly difference: Decimal
  /** UTC ms; 0 where it was there when the account was first compared. */
  readonly since: number
}

/** The differences of each account that was compared, by account. */
export type SeenByAccount = ReadonlyMap<string, readonly SeenDifference[]>

type Compared = Pick<Reconciliation, 'accountId' | 'coverage'> & {
  readonly positions: readonly Omit<Reconciliation['positions'][number], 'name'>[]
  readonly cash: Reconciliation['cash']
}

/** These explain themselves in a few days, or are none. */
const quietCauses: readonly (CauseKind | undefined)[] = ['rounding', 'unsettled']

/** The differences after a comparison. An account whose history is not loaded keeps what was seen before. */
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
