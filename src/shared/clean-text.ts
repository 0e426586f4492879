/** Text of which nearly all names consist. It needs no other check. */
const usual = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u0400-\u045F\u2013\u2014\u2018-\u201E\u2026\u20BD\u2116]*$/
/** Breaks, control characters, and signs that are a blank: of Braille, of music, of hieroglyphs. */
const blanks = /[\p{Cc}\p{Zl}\p{Zp}\u2800\u{1D159}\u{13441}\u{13442}]+/gu
/** More marks over one letter than any language writes cover the lines beside them, marks without a letter what is before them. */
const manyMarks = /^[\p{M}\u200C\u200D]+|(\p{M}(?:[\u200C\u200D]?\p{M}){7})(?:[\u200C\u200D]?\p{M})+/gu
/** Halves of a character, and what is none. */
const invalid = /[\p{Cs}\p{Noncharacter_Code_Point}]/gu
const visible = /[^\p{M}\p{Z}]/u

/** Within pictures that consist of several, and within words of scripts whose letters join. */
const joiner =
  '(?<=\\p{Extended_Pictographic}\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Extended_Pictographic})|(?<=[\\u0600-\\u0DFF])[\\u200C\\u200D](?=[\\u0600-\\u0DFF])'
/** That shows a sign as a picture. */
const pictureSelector = '(?<=\\p{Extended_Pictographic})\\uFE0F'
/**
 * Characters without a shape of their own: marks and overrides of the direction, tag characters, spaces and letters without
 * width, variation selectors, soft hyphens, annotations.
 */
const shapeless = '[\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]'
const everyHidden = new RegExp(shapeless, 'gu')
const hidden = new RegExp(`(?!${joiner}|${pictureSelector})${shapeless}`, 'gu')

/**
 * Removes the characters of a text that change how the text beside it is shown, or that nobody sees. Line breaks and
 * characters that control a terminal stay. Text from right to left, joined pictures and flags of two letters stay whole.
 */
export const withoutHidden = (text: string): string => (usual.test(text) ? text : text.replace(hidden, ''))

/** Removes all of these characters, also those of joined pictures and words: for readers that are programs. */
export const withoutAnyHidden = (text: string): string => (usual.test(text) ? text : text.replace(everyHidden, ''))

/**
 * A name or another short text from outside as one line of visible characters: breaks, blanks and control characters become a
 * space. The only place that decides what such a text may contain.
 */
export function cleanText(text: string): string {
  if (usual.test(text)) return text
  const shown = text.replace(blanks, ' ').replace(hidden, '')
  // A joiner may have lost the letter or the mark before it.
  return shown.replace(manyMarks, '$1').replace(hidden, '').replace(invalid, '\uFFFD')
}

/** `cleanText`, and empty if nothing of it can be seen. */
export function cleanName(text: string): string {
  const clean = cleanText(text)
  return visible.test(clean) ? clean : ''
}

/** `cleanText` for each line. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanText).join('\n')
