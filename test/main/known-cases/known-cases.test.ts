import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runKnownCase } from '#main/known-cases/known-cases.ts'

interface Expected {
  readonly id: string
  readonly expect: Readonly<Record<string, unknown>>
}
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Expected[]

/** Compares numbers within a relative error of 1e-9, and decimals as text. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (Array.isArray(expected)) {
    expect(actual).toHaveLength(expected.length)
    expected.forEach((part, index) => expectEqual((actual as unknown[])[index], part))
  } else if (typeof expected === 'number') {
    expect(Math.abs((actual as number) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), 1e-3))
  } else {
    expect(actual).toBe(expected)
  }
}

it.each(cases)('case $id has the published result', (known) => {
  const result = runKnownCase(known).result as Record<string, unknown>
  for (const [name, expected] of Object.entries(known.expect)) expectEqual(result[name], expected)
})

it('rejects a case that it cannot read', () => {
  expect(() => runKnownCase({ id: 'odd', kind: 'xirr', flows: [['2020-13-01', '1']] })).toThrow()
  expect(() => runKnownCase({ id: 'odd', kind: 'guess' })).toThrow()
})
