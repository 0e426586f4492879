import { absolute, compare, sign, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { Contribution, ContributionRow, ContributionSession } from '#shared/model/contribution.ts'
import { convert, convertParts, soleConversion, type Conversion } from '../currency/convert.ts'

/** The reported profit of the day of one position. */
export interface StatedProfit {
  readonly symbol: string
  readonly name: string | null
  readonly amount: Decimal | null
  readonly currency: string | null
  /** The date of the session that the profit belongs to (YYYY-MM-DD); `null` while the time of the price is not known. */
  readonly day: string | null
}

/** The number of instruments with a row of their own. */
const maxRows = 8
/** The number of names that a session lists. */
const maxNames = 3

type Known = StatedProfit & { readonly converted: Decimal }

/**
 * Splits the day's profit by instrument, in the currency of `to`; without `to`, in the single currency of all profits.
 * Profits that are not known or have no rate are listed by name and never added. Amounts are exact: they add up to the
 * profit that `convertDay` gives.
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
    const converted = isUnknown(profit) ? null : convert(profit.amount, profit.currency, target)
    return converted === null ? [] : [{ ...profit, converted }]
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
    total: known.length === 0 ? null : sum(known.map(({ converted }) => converted)),
    gains,
    losses,
    others: { count: rest.length, amount: sum(rest.map(({ amount }) => amount)) },
    sessions: bySession(known, (own) => addBySymbol(own)),
    notConverted,
    missing,
  }
}

const addBySymbol = (known: readonly Known[]): ContributionRow[] =>
  [...Map.groupBy(known, ({ symbol }) => symbol)].map(([symbol, own]) => ({
    symbol,
    name: own[0]?.name ?? null,
    amount: sum(own.map(({ converted }) => converted)),
  }))

/** Gains and losses have half of the rows each; rows that one side does not need go to the other. */
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

/**
 * Groups profits by session, newest first; those of unknown sessions are left out. `rowsOf` gives the profit of each
 * instrument; `null` if profits cannot be added.
 */
function bySession<P extends StatedProfit>(
  profits: readonly P[],
  rowsOf: (own: readonly P[]) => ContributionRow[] | null,
): ContributionSession[] {
  return [...Map.groupBy(profits, ({ day }) => day)]
    .flatMap(([day, own]) => (day === null ? [] : [[day, own] as const]))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, own]) => {
      const rows = rowsOf(own)
      const ranked = rows?.sort((a, b) => compare(absolute(b.amount), absolute(a.amount))) ?? own
      const names = [...new Set(ranked.map(({ symbol, name }) => name ?? symbol))]
      const amount = rows === null ? null : sum(rows.map((row) => row.amount))
      return { day, amount, count: names.length, names: names.slice(0, maxNames) }
    })
}
