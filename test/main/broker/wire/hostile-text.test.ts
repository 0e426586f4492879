import { expect, test } from 'vitest'
import { decodeAs } from '../decode-response.ts'

const target = { symbol: 'S@M', accountId: 'A' }
const hostile = `one\u202E\u2066${String.fromCodePoint(0xe0041)}\u200B two\r\n\u001B[31mthree\u2028four`
const clean = 'one two [31mthree four'

test('texts of the service arrive as one line of visible characters; symbols and ids show what nobody sees', () => {
  const row = { id: 'i\u200B', timestamp: '2026-01-01T00:00:00Z', symbol: 'S\u200B@M', transaction_name: hostile }
  expect(decodeAs('listTransactions', { transactions: [{ ...row, category: hostile }] }, target)).toMatchObject({
    content: [{ id: 'i\\u{200b}', symbol: 'S\\u{200b}@M', name: clean, category: clean }],
  })
  expect(
    decodeAs('listAllAssets', { assets: [{ symbol: 'S@M', name: hostile, type: hostile }] }, target),
  ).toMatchObject({
    content: [{ name: clean, type: clean }],
  })
  expect(decodeAs('getUsage', { quotas: [{ name: hostile }] }, target)).toMatchObject({ quotas: [{ name: clean }] })
  const order = { order_id: '1', status: hostile, order: { account_id: 'A', symbol: 'S@M', comment: hostile } }
  expect(JSON.stringify(decodeAs('listOrders', { orders: [order] }, target))).not.toMatch(
    /\\u00|\\n|[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u,
  )
})

test.each(['\u200B\u{E0041}', '\u2800\u3164', '\u0301'.repeat(200)])(
  'a name of which nothing can be seen is no name (%j)',
  (name) => {
    const output = decodeAs('listAllAssets', { assets: [{ symbol: 'S@M', name }] }, target)
    expect(output).toMatchObject({ content: [{ symbol: 'S@M', name: '' }] })
  },
)

test('a text that is no name any more is cut', () => {
  const output = decodeAs('listAllAssets', { assets: [{ symbol: 'S@M', name: 'я'.repeat(1_000_000) }] }, target)
  expect(output).toMatchObject({ content: [{ name: `${'я'.repeat(2_000)}…` }] })
})
