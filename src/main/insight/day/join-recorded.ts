import { zero, type Decimal } from '../../../shared/decimal.ts'
import type { ValuedPosition } from './value-account.ts'

/**
 * The positions of the replay beside what was recorded that day (pieces by symbol), over the union of both; by symbol. Without
 * a replay (`null`) there is only the record, and without either there is nothing to say.
 */
export function joinRecorded(
  replayed: readonly ValuedPosition[] | null,
  recorded: ReadonlyMap<string, Decimal | null>,
): (ValuedPosition & { readonly recorded: Decimal | null })[] | null {
  const known = new Set(replayed?.map(({ symbol }) => symbol))
  const rest = [...recorded].filter(([symbol, pieces]) => !known.has(symbol) && pieces !== zero)
  if (replayed === null && rest.length === 0) return null
  const only = rest.map(([symbol, pieces]) => ({
    ...{ symbol, recorded: pieces, price: null, currency: null },
    ...(replayed === null
      ? { quantity: null, value: null, note: 'not-replayed' as const }
      : { quantity: zero, value: zero, note: null }),
  }))
  const own = (replayed ?? []).map((each) => ({ ...each, recorded: recorded.get(each.symbol) ?? null }))
  return [...own, ...only].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}
