/**
 * Finds a character that controls a terminal or the direction of text, or that nobody sees. Tab, line ends and a first byte
 * order mark are allowed, and what joins letters and pictures.
 */
export const controlCharacter =
  /(?![\t\n\r]|\u200C|\u200D|\uFE0F|(?<![^])\uFEFF)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** Finds such a character in JSON, also an escaped one, or a separator of lines or paragraphs. */
export const controlInJson = /\\u00|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
