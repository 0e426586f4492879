/** Finds a character that controls a terminal or the direction of text. Tab and line ends are allowed. */
export const controlCharacter = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/u

/** Finds such a character in JSON, also an escaped one, or a separator of lines or paragraphs. */
export const controlInJson = /\\u00|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
