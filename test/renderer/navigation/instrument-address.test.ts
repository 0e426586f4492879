import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instrumentHref, isAloneHash, symbolOf } from '#renderer/navigation/instrument-address.ts'
import { screenOf } from '#renderer/navigation/router.svelte.ts'

test('every symbol survives the round trip through its address', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.boolean(), (symbol, isAlone) => {
      const hash = instrumentHref(symbol, isAlone)
      expect([symbolOf(hash), isAloneHash(hash), screenOf(hash)]).toEqual([symbol, isAlone, 'instrument'])
    }),
  )
  for (const symbol of ['IMOEX@#RIDX', 'BTCUSD@_CRYP', 'BRK/B@XNYS', 'A?alone', 'BRK B@XNYS', '100%@X'])
    expect(symbolOf(instrumentHref(symbol))).toBe(symbol)
})

test('an address without a symbol, or a truncated one, names no instrument', () => {
  expect(['#/instrument', '#/instrument/', '#/instrument/%E0%A4', '#/positions'].map(symbolOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
