import { isArchived } from './catalog.ts'
import type { Instrument } from './instruments.ts'
import type { Market } from './market.ts'

const wanted: readonly (readonly [type: Instrument['type'], count: number])[] = [
  ['INDICES', 1],
  ['EQUITIES', 5],
  ['FUNDS', 1],
  ['BONDS', 1],
  ['FUTURES', 1],
  ['CURRENCIES', 3],
]

/** Some instruments of each type that trade, for a first watchlist that shows what there is. */
export const suggestSymbols = ({ catalog, now }: Pick<Market, 'catalog'> & { readonly now: number }): string[] =>
  wanted.flatMap(([type, count]) =>
    catalog.list
      .filter((instrument) => instrument.type === type && !isArchived(instrument, now))
      .slice(0, count)
      .map(({ symbol }) => symbol),
  )
