import { isArchived, type Catalog } from './catalog.ts'
import type { Instrument } from './instrument.ts'

const symbolsByType: readonly (readonly [type: Instrument['type'], count: number])[] = [
  ['INDICES', 1],
  ['EQUITIES', 5],
  ['FUNDS', 1],
  ['BONDS', 1],
  ['FUTURES', 1],
  ['CURRENCIES', 3],
]

/** A few tradable instruments of each type, for the first watchlist of a new demo profile. */
export const suggestSymbols = (catalog: Pick<Catalog, 'list'>, now: number): string[] =>
  symbolsByType.flatMap(([type, count]) =>
    catalog.list
      .filter((instrument) => instrument.type === type && !isArchived(instrument, now))
      .slice(0, count)
      .map(({ symbol }) => symbol),
  )
