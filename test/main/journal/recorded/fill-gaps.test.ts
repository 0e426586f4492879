import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillGaps } from '#main/journal/recorded/fill-gaps.ts'

interface Valued {
  readonly at: number
  readonly until: number
  readonly followsGap: boolean
  readonly value: string
}
const silence = 20
const span = (at: number, until: number, value: string, followsGap = false): Valued => ({
  at,
  until,
  value,
  followsGap,
})

test('another computer fills only the times in which this computer recorded nothing', () => {
  const own = [span(0, 100, 'own'), span(500, 600, 'own', true)]
  const otherReadings = [
    span(50, 150, 'other'),
    span(190, 300, 'other', true),
    span(310, 490, 'other'),
    span(700, 800, 'other'),
  ]
  expect(fillGaps(own, [otherReadings], silence)).toEqual([
    span(0, 100, 'own'),
    span(101, 150, 'other'),
    span(190, 300, 'other', true),
    span(310, 490, 'other'),
    span(500, 600, 'own'),
    span(700, 800, 'other', true),
  ])
})

test('a computer that recorded nothing shows the values of the others', () => {
  expect(fillGaps([], [[span(5, 9, 'b')], [span(1, 6, 'c'), span(8, 30, 'c')]], silence)).toMatchObject([
    { at: 1, until: 5, value: 'c' },
    { at: 5, until: 9, value: 'b' },
    { at: 10, until: 30, value: 'c' },
  ])
})

const line = (value: string) =>
  fc.array(fc.record({ wait: fc.integer({ min: 1, max: 60 }), length: fc.nat(60) }), { maxLength: 12 }).map((steps) => {
    let end = 0
    return steps.map(({ wait, length }) => {
      const at = end + wait
      const followsGap = end > 0 && wait > silence
      end = at + length
      return span(at, end, value, followsGap)
    })
  })

test('for any lines, no time has two values, the own line is kept, and a single line is unchanged', () => {
  fc.assert(
    fc.property(line('own'), line('b'), line('c'), (own, b, c) => {
      const filled = fillGaps(own, [b, c], silence)
      for (const [index, each] of filled.entries()) {
        const next = filled[index + 1]
        expect(each.until).toBeGreaterThanOrEqual(each.at)
        if (next !== undefined) expect(next.at).toBeGreaterThanOrEqual(each.until)
      }
      const times = ({ at, until }: Valued) => ({ at, until })
      expect(filled.filter(({ value }) => value === 'own').map(times)).toEqual(own.map(times))
      expect(fillGaps(own, [], silence)).toEqual(own)
    }),
  )
})
