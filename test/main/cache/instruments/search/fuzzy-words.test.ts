import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsTo } from '#main/cache/instruments/search/fuzzy-words.ts'

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
])('the distance from %s to %s is %i', (typed, word, edits) => {
  expect(editsTo(typed, word, 2)).toBe(edits)
})

test('the distance to a word made by n edits is at most n', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 4, maxLength: 12 })
  const edit = fc.record({
    at: fc.nat(11),
    kind: fc.constantFrom('drop', 'add', 'change', 'none'),
    letter: fc.constantFrom(...'xyz'),
  })
  fc.assert(
    fc.property(word, fc.array(edit, { maxLength: 3 }), (typed, edits) => {
      let intended = typed
      for (const { at, kind, letter } of edits) {
        const place = at % (intended.length || 1)
        const rest = kind === 'drop' || kind === 'change' ? intended.slice(place + 1) : intended.slice(place)
        intended = intended.slice(0, place) + (kind === 'add' || kind === 'change' ? letter : '') + rest
      }
      expect(editsTo(typed, intended, 3)).toBeLessThanOrEqual(edits.length)
    }),
  )
})
