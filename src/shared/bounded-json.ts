/** The deepest nesting of arrays and objects that is read. The answers of the service have at most seven levels. */
export const maxJsonDepth = 32

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/**
 * Whether JSON in UTF-8 can be parsed in a time and a memory that its size bounds: at most `maxJsonDepth` levels, and at most
 * `maxLength` elements in each array and fields in each object. Reads each byte once and allocates nothing. Bytes that are
 * not JSON may pass, because a parser refuses them at once.
 */
export function isBoundedJson(body: Uint8Array, maxLength: number): boolean {
  const lengths = new Uint32Array(maxJsonDepth + 1)
  let depth = 0
  let isInText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (isInText) {
      if (byte === backslash) at++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (isOpening(byte)) {
      depth++
      if (depth > maxJsonDepth) return false
      lengths[depth] = 1
    } else if (isClosing(byte)) depth = Math.max(0, depth - 1)
    else if (byte === comma) {
      const length = (lengths[depth] ?? 0) + 1
      if (length > maxLength) return false
      lengths[depth] = length
    }
  }
  return true
}

/** More elements than any text has that is parsed by `parseBoundedJson`. */
const usualLength = 100_000

/**
 * Parses JSON from outside, of a size that the caller limits. Throws a SyntaxError for text that is not JSON, or that
 * `isBoundedJson` refuses.
 */
export function parseBoundedJson(text: string, maxLength = usualLength): unknown {
  if (!isBoundedJson(new TextEncoder().encode(text), maxLength)) throw new SyntaxError('The JSON is nested too deeply')
  return JSON.parse(text)
}
