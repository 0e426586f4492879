/** Text of which nearly all names consist. It needs no other check. */
const usual = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u017F\u0400-\u045F\u2013\u2014\u2018-\u201E\u2026\u20BD\u2116]*$/
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** More marks over one letter than any language writes cover the lines beside them. */
const manyMarks = /(\p{M}{8})\p{M}+/gu
const loneSurrogate = /\p{Cs}/gu

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
 * A name or another short text from outside as one line of visible characters: breaks and control characters become a space.
 * The only place that decides what such a text may contain.
 */
export function cleanText(text: string): string {
  if (usual.test(text)) return text
  return text.replace(breaks, ' ').replace(hidden, '').replace(manyMarks, '$1').replace(loneSurrogate, '\uFFFD')
}

/** `cleanText` for each line. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanText).join('\n')
