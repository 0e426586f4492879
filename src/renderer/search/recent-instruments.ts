const most = 8
const keyOf = (profileId: string): string => `recent instruments ${profileId}`

/** Symbols that were opened from the palette, the latest first. What cannot be read is none. */
export function readRecent(profileId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(profileId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((symbol) => typeof symbol === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a symbol before the others. */
export function keepRecent(profileId: string, symbol: string): void {
  const others = readRecent(profileId).filter((other) => other !== symbol)
  localStorage.setItem(keyOf(profileId), JSON.stringify([symbol, ...others].slice(0, most)))
}
