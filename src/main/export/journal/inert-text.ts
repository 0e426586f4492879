/** Text of the broker in a journal has no line ends, no control characters, and at most this length. */
const maxLength = 200

/** The text on one line, without characters that end a line or are invisible. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')

/** A description of hledger and ledger: a semicolon would begin a comment, a bar would split it. */
export const plainDescription = (text: string): string => oneLine(text).replaceAll(';', '；').replaceAll('|', '｜')

/** A string of beancount, with its quotes. */
export const quotedString = (text: string): string =>
  `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The code of an entry: letters, digits, `.`, `_` and `-` stay, anything else is written as its number. Different ids stay different. */
export const entryCode = (id: string): string => encode(id, /[^A-Za-z0-9._-]/gu)

/** A part of the name of an account: letters and digits stay. Different ids stay different; all programs take it. */
export function accountPart(id: string): string {
  const text = id.replace(/[^A-Za-z0-9]/gu, (character) => `-${codeOf(character)}-`)
  return /^[A-Z0-9]/.test(text) ? text : `X--${text}`
}

/** A commodity between quotes in hledger and ledger. */
export const quotedCommodity = (name: string): string => `"${encode(name, /[%";{}\p{C}\p{Z}]/gu)}"`

/** A percent sign, the number of the character and another percent sign. A percent sign itself is always replaced. */
const encode = (text: string, unsafe: RegExp): string => text.replace(unsafe, (character) => `%${codeOf(character)}%`)

const codeOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
