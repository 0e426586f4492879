import { parseDecimal } from '#shared/decimal.ts'
import type { Watchlist } from '#shared/model/watchlist.ts'
import { text, textOrNull, type Row } from '../../sqlite/row.ts'

/**
 * The instruments of a list in their order, from rows with `symbol`, `target` and `section` sorted by position. The instruments
 * of a section are kept together, at the place of its first instrument. Instruments without a section come first.
 */
export function readItems(rows: readonly Row[]): Pick<Watchlist, 'symbols' | 'targets' | 'sections'> {
  const grouped = Map.groupBy(rows, (row) => textOrNull(row, 'section'))
  const symbolsIn = (section: string | null) => (grouped.get(section) ?? []).map((row) => text(row, 'symbol'))
  const names = [...grouped.keys()].filter((name) => name !== null)
  const sections = names.map((name) => ({ name, symbols: symbolsIn(name) }))
  const targets = rows.flatMap((row) => {
    const price = parseDecimal(textOrNull(row, 'target') ?? '')
    return price === null ? [] : [{ symbol: text(row, 'symbol'), price }]
  })
  return { symbols: [...symbolsIn(null), ...sections.flatMap(({ symbols }) => symbols)], targets, sections }
}

/** The section of a symbol; null before the first section. */
export const sectionOf = (sections: Watchlist['sections'], symbol: string): string | null =>
  sections.find(({ symbols }) => symbols.includes(symbol))?.name ?? null
