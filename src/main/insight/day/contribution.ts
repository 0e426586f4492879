import { absolute, compare, sign, sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { Contribution, ContributionRow, ContributionSession } from '../../../shared/model/contribution.ts'
import { convert, convertParts, soleConversion, type Conversion } from '../currency/convert.ts'

/** The stated profit of the day of one position. */
export interface StatedProfit {
  readonly symbol: string
  readonly name: string | null
  readonly amount: Decimal | null
  readonly currency: string | null
  /** The UTC date of the session that the profit is of. */
  readonly day: string
}

/** How many instruments have a row of their own. */
const maxRows = 8
/** How many names a session has. */
const maxNames = 3

type Known = StatedProfit & { readonly inOne: Decimal }

/**
 * The day's profit by instrument, in the currency of `to`, or without it in the one currency that all have. What is not known
 * or has no rate is named and never added. Amounts are exact: they add up to the profit that `convertDay` states.
 */
export function contribute(profits: readonly StatedProfit[], to: Conversion | null): Contribution {
  const target = to ?? soleConversion(profits.map(({ amount, currency }) => (amount === null ? null : currency)))
  const parts = profits.map(({ symbol, name, ...part }) => ({ ...part, name: name ?? symbol }))
  const isUnknown = ({ amount, currency }: StatedProfit): boolean => amount === null || !currency
  const missing = [...new Set(profits.filter(isUnknown).map(({ symbol, name }) => name ?? symbol))]
  const none = { total: null, gains: [], losses: [], others: { count: 0, amount: zero }, notConverted: [] }
  if (target === null) {
    const stated = profits.filter((profit) => !isUnknown(profit))
    return { currency: null, ...none, sessions: bySession(stated, () => null), missing }
  }
  const known = profits.flatMap((profit) => {
    const inOne = isUnknown(profit) ? null : convert(profit.amount, profit.currency, target)
    return inOne === null ? [] : [{ ...profit, inOne }]
  })
  const { notConverted } = convertParts(
    parts.filter(({ currency }) => currency !== null && currency !== ''),
    target,
  )
  const rows = addBySymbol(known)
  const { gains, losses } = largest(rows)
  const shown = new Set([...gains, ...losses])
  const rest = rows.filter((row) => !shown.has(row))
  return {
    currency: target.currency,
    total: known.length === 0 ? null : sum(known.map(({ inOne }) => inOne)),
    ...{ gains, losses, others: { count: rest.length, amount: sum(rest.map(({ amount }) => amount)) } },
    ...{ sessions: bySession(known, (own) => addBySymbol(own)), notConverted, missing },
  }
}

const addBySymbol = (known: readonly Known[]): ContributionRow[] =>
  [...Map.groupBy(known, ({ symbol }) => symbol)].map(([symbol, own]) => ({
    ...{ symbol, name: own[0]?.name ?? null, amount: sum(own.map(({ inOne }) => inOne)) },
  }))

/** Half of the rows for each side; what one side does not need is for the other. */
function largest(rows: readonly ContributionRow[]): Pick<Contribution, 'gains' | 'losses'> {
  const bySize = rows.toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount)))
  const [up, down] = [1, -1].map((side) => bySize.filter(({ amount }) => sign(amount) === side))
  const [gains = [], losses = []] = [up, down]
  const half = maxRows / 2
  return {
    gains: gains.slice(0, Math.max(half, maxRows - losses.length)),
    losses: losses.slice(0, Math.max(half, maxRows - gains.length)),
  }
}

/** `rowsOf`: what each instrument added, where it can be added. */
function bySession<P extends StatedProfit>(
  profits: readonly P[],
  rowsOf: (own: readonly P[]) => ContributionRow[] | null,
): ContributionSession[] {
  return [...Map.groupBy(profits, ({ day }) => day)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, own]) => {
      const rows = rowsOf(own)
      const ranked = rows?.sort((a, b) => compare(absolute(b.amount), absolute(a.amount))) ?? own
      const names = [...new Set(ranked.map(({ symbol, name }) => name ?? symbol))]
      const amount = rows === null ? null : sum(rows.map((row) => row.amount))
      return { day, amount, count: names.length, names: names.slice(0, maxNames) }
    })
}
