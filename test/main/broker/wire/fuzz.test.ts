import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table as endpoints, type EndpointName } from '../../../src/main/broker/endpoints.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { decodeAs, promises } from './answers.ts'
import { fullAnswers } from './full-answers.ts'

const names = Object.keys(endpoints) as EndpointName[]
const asked = { symbol: 'S@M', accountId: 'A' }

/** Decodes; what comes out must be the promised model, or an AppError `protocol` and nothing else. */
function decodeOrRefuse(name: EndpointName, json: unknown): unknown {
  let output: unknown
  try {
    output = decodeAs(name, json, asked)
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'protocol' })
    return error
  }
  promises[name].parse(output)
  return output
}

/** The places of a JSON value that can be changed, from its root on. */
function placesOf(json: unknown, above: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const steps = Array.isArray(json)
    ? json.map((_, index) => index)
    : typeof json === 'object' && json !== null
      ? Object.keys(json)
      : []
  return [
    above,
    ...steps.flatMap((step) => placesOf((json as Record<string | number, unknown>)[step], [...above, step])),
  ]
}

/** A copy with the value at a place replaced, or left out. */
function changed(json: unknown, place: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = place
  if (step === undefined) return value
  const copy = structuredClone(json) as Record<string | number, unknown>
  const inner = changed(copy[step], rest, value)
  if (inner === absent) delete copy[step]
  else copy[step] = inner
  return copy
}
const absent = Symbol('absent')

const marker = 'zq7private7qz'
const oddities = fc.oneof(
  fc.constantFrom<unknown>(
    absent,
    null,
    {},
    [],
    '',
    '0',
    0,
    -0,
    true,
    '1e400',
    '1E5',
    '-0.0',
    2 ** 60,
    1.5,
    -1,
    NaN,
    { value: '' },
    { value: null },
  ),
  fc.constantFrom<unknown>(
    marker,
    { value: marker },
    [marker],
    { [marker]: marker },
    { currency_code: marker, units: marker, nanos: 0 },
  ),
  fc.constantFrom<unknown>(
    { year: 2026, month: 77, day: 1 },
    { year: 0, month: 1, day: 1 },
    'x'.repeat(200),
    '2026-02-30T00:00:00Z',
  ),
  fc.jsonValue(),
)

test.each(names)('the full answer of %s decodes without a malformed row', (name) => {
  const output = decodeOrRefuse(name, fullAnswers[name])
  expect(output).not.toBeInstanceOf(Error)
  expect(output).not.toMatchObject({ malformed: [expect.anything()] })
})

test.each(names)('%s decodes arbitrary JSON, or refuses it as a protocol error', (name) => {
  fc.assert(fc.property(fc.jsonValue(), (json) => void decodeOrRefuse(name, json)))
})

test.each(names)('%s decodes a changed answer, or refuses it without repeating what it held', (name) => {
  const full = fullAnswers[name]
  const place = fc.constantFrom(...placesOf(full))
  fc.assert(
    fc.property(fc.array(fc.tuple(place, oddities), { minLength: 1, maxLength: 3 }), (changes) => {
      // Of two changes, one may have taken away the place of the other: then only the first is made.
      const json = changes.reduce(
        (before, [where, value]) => (reaches(before, where) ? changed(before, where, value) : before),
        full,
      )
      const output = decodeOrRefuse(name, json === absent ? undefined : json)
      const told =
        output instanceof Error ? output.message : JSON.stringify((output as { malformed?: unknown }).malformed ?? [])
      expect(told).not.toContain(marker)
    }),
    { numRuns: 300 },
  )
})

function reaches(json: unknown, place: readonly (string | number)[]): boolean {
  return (
    place.length === 0 ||
    (typeof json === 'object' &&
      json !== null &&
      reaches((json as Record<string | number, unknown>)[place[0]!], place.slice(1)))
  )
}

test.each(names)('%s shows no figure that was taken away as 0', (name) => {
  const full = fullAnswers[name]
  const zeros = countZeros(decodeOrRefuse(name, full))
  for (const place of placesOf(full).filter((where) => isFigure(full, where))) {
    for (const unknown of [absent, null, {}, { value: '' }, { value: null }]) {
      const output = decodeOrRefuse(name, changed(full, place, unknown))
      if (!(output instanceof Error)) expect(countZeros(output), place.join('.')).toBe(zeros)
    }
  }
})

function isFigure(json: unknown, place: readonly (string | number)[]): boolean {
  const value = place.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], json)
  return typeof value === 'object' && value !== null && ('value' in value || 'units' in value)
}

function countZeros(output: unknown): number {
  if (output === '0') return 1
  return typeof output === 'object' && output !== null
    ? Object.values(output).reduce<number>((sum, inner) => sum + countZeros(inner), 0)
    : 0
}
