const maxCount = 8
const storageKey = (profileId: string): string => `recent instruments ${profileId}`

/** Symbols that were opened from the palette, the latest first. Unreadable storage counts as empty. */
export function readRecentSymbols(profileId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(profileId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((symbol) => typeof symbol === 'string').slice(0, maxCount) : []
  } catch {
    return []
  }
}

/** Moves a symbol to the front of the list. */
export function saveRecentSymbol(profileId: string, symbol: string): void {
  const rest = readRecentSymbols(profileId).filter((stored) => stored !== symbol)
  localStorage.setItem(storageKey(profileId), JSON.stringify([symbol, ...rest].slice(0, maxCount)))
}
