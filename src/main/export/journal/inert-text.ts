import { cleanText } from '#shared/clean-text.ts'

/** The maximum length of text of the broker in an exported journal. */
const maxLength = 200

/** Text on one line, without line breaks and invisible characters. */
export const oneLine = (text: string): string =>
  cleanText(text)
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')

/** A description for hledger and ledger. A semicolon would begin a comment, and a bar would split the description. */
export const plainDescription = (text: string): string => oneLine(text).replaceAll(';', '；').replaceAll('|', '｜')

/** A string of beancount, with its quotes. */
export const quotedString = (text: string): string =>
  `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/**
 * The code of an entry. Letters, digits, `.`, `_` and `-` are unchanged; any other character is written as its number.
 * Different ids stay different.
 */
export const entryCode = (id: string): string => encode(id, /[^A-Za-z0-9._-]/gu)

/** A part of an account name. Letters and digits are unchanged. Different ids stay different, and all programs accept it. */
export function accountPart(id: string): string {
  const text = id.replace(/[^A-Za-z0-9]/gu, (character) => `-${codeOf(character)}-`)
  return /^[A-Z0-9]/.test(text) ? text : `X--${text}`
}

/** A commodity between quotes in hledger and ledger. */
export const quotedCommodity = (name: string): string => `"${encode(name, /[%";{}\p{C}\p{Z}]/gu)}"`

/** Writes a character as a percent sign, its number and another percent sign. A percent sign is always encoded. */
const encode = (text: string, unsafe: RegExp): string => text.replace(unsafe, (character) => `%${codeOf(character)}%`)

const codeOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
