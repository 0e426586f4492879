import type { Constituent } from '#shared/model/instrument.ts'

/** A sector with the number of its constituents. */
export interface Sector {
  readonly name: string
  readonly count: number
  /** Fraction of the number of all constituents, 0 … 1; the service reports no weights. */
  readonly share: number
}

/** The name that the service uses for constituents without a sector, which are counted together. */
export const unknownSector = ''

/** The sectors, the largest first; the unknown sector comes last. */
export function sectorsOf(constituents: readonly Constituent[]): readonly Sector[] {
  const counts = new Map<string, number>()
  for (const { sector } of constituents)
    counts.set(sector || unknownSector, (counts.get(sector || unknownSector) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count, share: count / constituents.length }))
    .sort((a, b) => Number(a.name === unknownSector) - Number(b.name === unknownSector) || b.count - a.count)
}

/** The constituents of a sector (`null`: of all sectors) that contain every word of the text. */
export function filterConstituents(
  constituents: readonly Constituent[],
  sector: string | null,
  text: string,
): readonly Constituent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return constituents.filter((constituent) => {
    if (sector !== null && (constituent.sector || unknownSector) !== sector) return false
    const searchable =
      `${constituent.symbol} ${constituent.name} ${constituent.sector} ${constituent.subSector}`.toLowerCase()
    return words.every((word) => searchable.includes(word))
  })
}
