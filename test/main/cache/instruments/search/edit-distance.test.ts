import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsTo } from '../../../src/main/cache/edit-distance.ts'

test.each([
  ['sber', 'sber', 0],
  ['sber', 'sberbank', 0],
  ['sbre', 'sberbank', 1],
  ['gazprm', 'gazprom', 1],
  ['mircosoft', 'microsoft', 1],
  ['appl', 'aapl', 1],
  ['kitten', 'sitting', 2],
  ['abc', 'xyz', 3],
  ['', 'anything', 0],
])('from %s to %s: %i', (typed, word, edits) => {
  expect(editsTo(typed, word, 2)).toBe(edits)
})

test('a word made from what was typed by n slips is never further away than n', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 4, maxLength: 12 })
  const slip = fc.record({
    at: fc.nat(11),
    kind: fc.constantFrom('drop', 'add', 'change', 'none'),
    letter: fc.constantFrom(...'xyz'),
  })
  fc.assert(
    fc.property(word, fc.array(slip, { maxLength: 3 }), (typed, slips) => {
      let meant = typed
      for (const { at, kind, letter } of slips) {
        const place = at % (meant.length || 1)
        const rest = kind === 'drop' || kind === 'change' ? meant.slice(place + 1) : meant.slice(place)
        meant = meant.slice(0, place) + (kind === 'add' || kind === 'change' ? letter : '') + rest
      }
      expect(editsTo(typed, meant, 3)).toBeLessThanOrEqual(slips.length)
    }),
  )
})
