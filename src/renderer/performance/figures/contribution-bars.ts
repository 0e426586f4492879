import { absolute, compare, sum, toNumber, type Decimal } from '#shared/decimal.ts'

/** The contribution of one instrument to the profit. Without a symbol: what belongs to no instrument. */
export interface Contribution {
  readonly symbol: string | null
  readonly name: string | null
  readonly amount: Decimal
}

/** A bar to the right of the axis for a gain, to the left for a loss. Widths are fractions of half the space, 0 … 1. */
export interface ContributionBar extends Contribution {
  readonly share: number
}

export interface ContributionBars {
  /** The largest contributions, gains first. */
  readonly shown: readonly ContributionBar[]
  /** The other contributions, gains first, and their sum; `null` if all are shown. */
  readonly others: { readonly bars: readonly ContributionBar[]; readonly total: ContributionBar } | null
  /** The exact sum of all contributions. */
  readonly total: Decimal
}

/** The bars of the `count` largest contributions. If only one is left over, it is shown too. */
export function contributionBars(contributions: readonly Contribution[], count: number): ContributionBars {
  const bySize = contributions.toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount)))
  const cut = bySize.length <= count + 1 ? bySize.length : count
  const rest = bySize.slice(cut)
  const restTotal = sum(rest.map(({ amount }) => amount))
  const sizes = [...bySize.map(({ amount }) => amount), restTotal].map((amount) => Math.abs(toNumber(amount)))
  const largest = Math.max(0, ...sizes)
  const bar = (each: Contribution): ContributionBar => ({
    ...each,
    share: largest === 0 ? 0 : Math.abs(toNumber(each.amount)) / largest,
  })
  const ordered = (part: readonly Contribution[]): ContributionBar[] =>
    part.toSorted((a, b) => compare(b.amount, a.amount)).map(bar)
  return {
    shown: ordered(bySize.slice(0, cut)),
    others:
      rest.length === 0 ? null : { bars: ordered(rest), total: bar({ symbol: null, name: null, amount: restTotal }) },
    total: sum(contributions.map(({ amount }) => amount)),
  }
}
