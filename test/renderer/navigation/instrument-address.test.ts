import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instrumentHref, isAloneHash, symbolOf } from '../../../src/renderer/instrument/address.ts'
import { screenOf } from '../../../src/renderer/shell/router.svelte.ts'

test('every symbol comes back from its address, whatever characters it holds', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.boolean(), (symbol, isAlone) => {
      const hash = instrumentHref(symbol, isAlone)
      expect([symbolOf(hash), isAloneHash(hash), screenOf(hash)]).toEqual([symbol, isAlone, 'instrument'])
    }),
  )
  for (const symbol of ['IMOEX@#RIDX', 'BTCUSD@_CRYP', 'BRK/B@XNYS', 'A?alone', 'BRK B@XNYS', '100%@X'])
    expect(symbolOf(instrumentHref(symbol))).toBe(symbol)
})

test('an address that names none, or is cut in mid-character, names no instrument', () => {
  expect(['#/instrument', '#/instrument/', '#/instrument/%E0%A4', '#/positions'].map(symbolOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
