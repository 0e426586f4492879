import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBoundedJson, maxJsonDepth, parseBoundedJson } from '#shared/bounded-json.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The levels of a value, and the length of its longest list or object. */
function sizeOf(value: unknown): { readonly depth: number; readonly length: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, length: 0 }
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  const inner = parts.map(sizeOf)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    length: Math.max(parts.length, ...inner.map(({ length }) => length)),
  }
}

const nested = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.integer({ min: 0, max: maxJsonDepth + 2 }), fc.constantFrom('[]', '{}'))
  .map(([json, levels, kind]) => {
    const [open, close] = kind === '[]' ? ['[', ']'] : ['{"\\"[{,":', '}']
    return `${open.repeat(levels)}${json}${close.repeat(levels)}`
  })

test('JSON is bounded exactly if neither its levels nor its longest list or object exceed the limits', () => {
  fc.assert(
    fc.property(nested, fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 2), (json, maxLength, indent) => {
      const value: unknown = JSON.parse(json)
      const { depth, length } = sizeOf(value)
      const isBounded = isBoundedJson(bytes(JSON.stringify(value, null, indent)), maxLength)
      expect(isBounded).toBe(depth <= maxJsonDepth && length <= maxLength)
    }),
  )
})

test('brackets, commas and escaped quotes within a text do not count', () => {
  expect(isBoundedJson(bytes(JSON.stringify(['['.repeat(1_000) + ','.repeat(1_000) + '\\"'.repeat(1_000)])), 1)).toBe(
    true,
  )
})

test('bounded JSON is parsed; deep JSON and other text are refused', () => {
  expect(parseBoundedJson('{"a":[1,"ы"]}')).toEqual({ a: [1, 'ы'] })
  expect(() => parseBoundedJson('['.repeat(maxJsonDepth + 1))).toThrow(SyntaxError)
  expect(() => parseBoundedJson('[1,2,3]', 2)).toThrow(SyntaxError)
  expect(() => parseBoundedJson('{]}}}}}')).toThrow(SyntaxError)
})
