import { absolute, sign, toNumber } from '#shared/decimal.ts'
import type { Contribution, ContributionRow } from '#shared/model/contribution.ts'

/**
 * A row of the panel. `share` is the length of its bar as a fraction of the longest bar, negative for a loss; for drawing
 * only.
 */
export interface ContributionBar {
  readonly row: ContributionRow
  readonly share: number
}

/** The gains, the largest first, then the losses, the largest last. */
export function contributionBars({ gains, losses }: Pick<Contribution, 'gains' | 'losses'>): ContributionBar[] {
  const rows = [...gains, ...losses.toReversed()]
  const longest = Math.max(0, ...rows.map(({ amount }) => toNumber(absolute(amount))))
  return rows.map((row) => {
    const size = longest === 0 ? 0 : toNumber(absolute(row.amount)) / longest
    return { row, share: sign(row.amount) * size }
  })
}
