const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name as the service sends it ("SIDE_BUY", "STOP_LIMIT"), in lower-case words; unknown names stay recognisable. */
export const wordsOf = (name: string, prefix = ''): string =>
  (name.startsWith(prefix) ? name.slice(prefix.length) : name).replaceAll('_', ' ').toLowerCase()

/** The same with a capital: "EQUITIES" → "Equities"; `missing` where nothing was sent. */
export const titleOf = (name: string | null, missing: string, prefix = ''): string =>
  name === null || name === '' ? missing : capitalise(wordsOf(name, prefix))
