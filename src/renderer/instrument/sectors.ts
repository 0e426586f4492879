import type { Constituent } from '../../shared/model/instrument.ts'

/** A sector and how many members of the index are in it. */
export interface Sector {
  readonly name: string
  readonly count: number
  /** Of all members by count, 0 … 1: the service states no weights. */
  readonly share: number
}

/** What a member without a sector is counted under. */
export const noSector = 'Not stated'

/** Sectors by how many members they have; the unstated come last. */
export function sectorsOf(members: readonly Constituent[]): readonly Sector[] {
  const counts = new Map<string, number>()
  for (const { sector } of members) counts.set(sector || noSector, (counts.get(sector || noSector) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count, share: count / members.length }))
    .sort((a, b) => Number(a.name === noSector) - Number(b.name === noSector) || b.count - a.count)
}

/** Members of a sector (`null`: of all) that bear every word of the text. */
export function filterMembers(
  members: readonly Constituent[],
  sector: string | null,
  text: string,
): readonly Constituent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return members.filter((member) => {
    if (sector !== null && (member.sector || noSector) !== sector) return false
    const own = `${member.symbol} ${member.name} ${member.sector} ${member.subSector}`.toLowerCase()
    return words.every((word) => own.includes(word))
  })
}
