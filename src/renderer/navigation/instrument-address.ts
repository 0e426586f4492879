const path = '#/instrument/'
const aloneMark = '?alone'
const alertMark = '?alert'

/** The address of an instrument screen; `isAlone` opens it in a separate window, without the rail. */
export const instrumentHref = (symbol: string, isAlone = false): `#/${string}` =>
  `${path}${encodeURIComponent(symbol)}${isAlone ? aloneMark : ''}`

/** The address of an instrument screen that opens the form of a new price alert. */
export const alertHref = (symbol: string): `#/${string}` => `${path}${encodeURIComponent(symbol)}${alertMark}`

/** Whether an address opens the form of a new price alert. */
export const isAlertHash = (hash: string): boolean => hash.startsWith(path) && hash.endsWith(alertMark)

/** The symbol in an address; `null` if there is none. */
export function symbolOf(hash: string): string | null {
  if (!hash.startsWith(path)) return null
  const [encoded = ''] = hash.slice(path.length).split('?')
  try {
    return decodeURIComponent(encoded) || null
  } catch {
    return null // A truncated address, cut inside an escape sequence.
  }
}

/** Whether an address opens an instrument in a separate window. */
export const isAloneHash = (hash: string): boolean => hash.startsWith(path) && hash.endsWith(aloneMark)
