const path = '#/instrument/'
const aloneMark = '?alone'

/** The address of an instrument's screen; `isAlone` is its own window, without the rail. */
export const instrumentHref = (symbol: string, isAlone = false): `#/${string}` =>
  `${path}${encodeURIComponent(symbol)}${isAlone ? aloneMark : ''}`

/** The symbol that an address names; `null` where it names none. */
export function symbolOf(hash: string): string | null {
  if (!hash.startsWith(path)) return null
  const [encoded = ''] = hash.slice(path.length).split('?')
  try {
    return decodeURIComponent(encoded) || null
  } catch {
    return null // A bookmark cut in mid-character names nothing.
  }
}

/** Whether an address asks for an instrument in a window of its own. */
export const isAloneHash = (hash: string): boolean => hash.startsWith(path) && hash.endsWith(aloneMark)
