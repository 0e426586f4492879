import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepare } from '#main/broker/endpoint.ts'
import { table } from '#main/broker/endpoints.ts'
import { sentKey, visibleKey } from '#main/broker/wire/visible-key.ts'
import { cleanText } from '#shared/clean-text.ts'
import { decodeAs } from '../decode-response.ts'

const parts = fc.constantFrom(
  ...['S', '@', 'M', 'я', '\\', 'u{', '202e', '}', '\u202E', '\u200B', '\u{E0041}', '\u2800', '\uD800', '\u0301'],
)
const key = fc.oneof(
  fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

test('a key stays what it is, shows every character, and becomes no other key', () => {
  fc.assert(
    fc.property(key, (sent) => {
      const visible = visibleKey(sent)
      expect(sentKey(visible)).toBe(sent)
      expect(cleanText(visible)).toBe(visible)
    }),
  )
  for (const usual of ['SBER@MISX', 'TRQD05:989213', 'СИМВ@MISX', '東京@XTKS']) expect(visibleKey(usual)).toBe(usual)
})

const sent = 'S\u202E\u{E0041}@M'
const target = { symbol: 'S@M', accountId: 'A' }
const visible = 'S\\u{202e}\\u{e0041}@M'

test('a symbol is requested as the service sent it, and its answer is recognised', () => {
  const { content } = decodeAs('listAllAssets', { assets: [{ symbol: sent, name: 'Name' }] }, target) as {
    content: readonly { symbol: string }[]
  }
  expect(content.map(({ symbol }) => symbol)).toEqual([visible])
  expect(prepare(table.getQuote, { symbol: visible }).target).toBe(
    `/v1/instruments/${encodeURIComponent(sent).replace('%40', '@')}/quotes/latest`,
  )
  expect(decodeAs('getQuote', { symbol: sent, quote: { symbol: sent } }, { ...target, symbol: visible })).toMatchObject(
    {
      symbol: visible,
    },
  )
})

test('a secret is sent as it is', () => {
  expect(prepare(table.openSession, { secret: visible }).body).toBe(JSON.stringify({ secret: visible }))
})

test('a key that would be too long to show is refused, as one that is too long', () => {
  const rows = [
    { symbol: '\u200B'.repeat(100), name: 'Name' },
    { symbol: 'S@M', name: 'Name' },
  ]
  expect(decodeAs('listAllAssets', { assets: rows }, target)).toMatchObject({ content: [{ symbol: 'S@M' }] })
})
