import { homedir } from 'node:os'

const hidden = '[removed]'

/** What may be a credential: the log has no use for it, so a false match costs nothing. */
const credentials: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(bearer|basic)\s+[^\s"',]+/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, hidden],
  [
    /\b(\w*(?:secret|token|password|passphrase|authorization|cookie|key))(["']?\s*[=:]\s*["']?)[^\s"',&)]+/gi,
    `$1$2${hidden}`,
  ],
  // Long runs of letters with digits: secrets, tokens and ids.
  [/(?<![\w+=-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{32,}/gi, hidden],
]

/** The text without what looks like a secret or token, and with `~` for the home folder, whose name identifies a person. */
export function redact(text: string, home = homedir()): string {
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  return credentials.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), withoutHome)
}
