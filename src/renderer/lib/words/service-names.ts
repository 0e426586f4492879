const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Converts a name of the service ("SIDE_BUY", "STOP_LIMIT") to lower-case words, without a prefix. */
export const wordsOf = (name: string, prefix = ''): string =>
  (name.startsWith(prefix) ? name.slice(prefix.length) : name).replaceAll('_', ' ').toLowerCase()

/** The same with a capital letter: "EQUITIES" → "Equities"; `missing` if nothing was sent. */
export const titleOf = (name: string | null, missing: string, prefix = ''): string =>
  name === null || name === '' ? missing : capitalise(wordsOf(name, prefix))
