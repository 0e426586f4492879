/** The characters that nearly all keys consist of. They need no other check. */
const usual = /^[\x20-\x5B\x5D-\x7E]*$/
/** Characters that nobody sees, that change what stands beside them, or that are no character, and the sign that marks them. */
const unclear =
  /[\\\p{Cc}\p{Cs}\p{M}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB\u2800]/gu
const marked = /\\u\{([0-9a-f]{1,6})\}/g

/**
 * A symbol or an id of the service as the app has it everywhere: unclear characters are written as `\u{202e}`. Nothing may be removed
 * from it, because it identifies a thing: different keys stay different.
 */
export const visibleKey = (sent: string): string =>
  usual.test(sent) ? sent : sent.replace(unclear, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`)

/** A symbol or an id as the service sent it, from the result of `visibleKey`. */
export const sentKey = (visible: string): string =>
  visible.replace(marked, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
