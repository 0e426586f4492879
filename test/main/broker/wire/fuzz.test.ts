import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table as endpoints, type EndpointName } from '#main/broker/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { runs } from '../../../runs.ts'
import { decodeAs, outputSchemas } from '../decode-response.ts'
import { fullResponses } from '../full-responses/full-responses.ts'

const names = Object.keys(endpoints) as EndpointName[]
const target = { symbol: 'S@M', accountId: 'A' }

/**
 * Decodes JSON and checks that the output matches its schema, or that the failure is an AppError with the code
 * `protocol`.
 */
function decodeOrReject(name: EndpointName, json: unknown): unknown {
  let output: unknown
  try {
    output = decodeAs(name, json, target)
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'protocol' })
    return error
  }
  outputSchemas[name].parse(output)
  return output
}

/** The paths of all values in a JSON value, including its root. */
function pathsOf(json: unknown, above: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const steps = Array.isArray(json)
    ? json.map((_, index) => index)
    : typeof json === 'object' && json !== null
      ? Object.keys(json)
      : []
  return [
    above,
    ...steps.flatMap((step) => pathsOf((json as Record<string | number, unknown>)[step], [...above, step])),
  ]
}

/** A copy with the value at a path replaced, or removed if it is `absent`. */
function changed(json: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const copy = structuredClone(json) as Record<string | number, unknown>
  const inner = changed(copy[step], rest, value)
  if (inner === absent) delete copy[step]
  else copy[step] = inner
  return copy
}
const absent = Symbol('absent')

const marker = 'zq7private7qz'
const oddValues = fc.oneof(
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

test.each(names)('the full response of %s decodes without a malformed row', (name) => {
  const output = decodeOrReject(name, fullResponses[name])
  expect(output).not.toBeInstanceOf(Error)
  expect(output).not.toMatchObject({ malformed: [expect.anything()] })
})

test.each(names)('%s decodes arbitrary JSON, or rejects it as a protocol error', (name) => {
  fc.assert(fc.property(fc.jsonValue(), (json) => void decodeOrReject(name, json)))
})

test.each(names)('%s decodes or rejects a changed response, and reports none of its values', (name) => {
  const full = fullResponses[name]
  const path = fc.constantFrom(...pathsOf(full))
  fc.assert(
    fc.property(fc.array(fc.tuple(path, oddValues), { minLength: 1, maxLength: 3 }), (changes) => {
      // An earlier change may have removed the path of a later change, which is then skipped.
      const json = changes.reduce(
        (before, [path, value]) => (reaches(before, path) ? changed(before, path, value) : before),
        full,
      )
      const output = decodeOrReject(name, json === absent ? undefined : json)
      const reported =
        output instanceof Error ? output.message : JSON.stringify((output as { malformed?: unknown }).malformed ?? [])
      expect(reported).not.toContain(marker)
    }),
    { numRuns: runs(300) },
  )
})

function reaches(json: unknown, path: readonly (string | number)[]): boolean {
  return (
    path.length === 0 ||
    (typeof json === 'object' &&
      json !== null &&
      reaches((json as Record<string | number, unknown>)[path[0]!], path.slice(1)))
  )
}

test.each(names)('%s never decodes a missing figure as 0', (name) => {
  const full = fullResponses[name]
  const zeros = countZeros(decodeOrReject(name, full))
  for (const path of pathsOf(full).filter((path) => isFigure(full, path))) {
    for (const unknown of [absent, null, {}, { value: '' }, { value: null }]) {
      const output = decodeOrReject(name, changed(full, path, unknown))
      if (!(output instanceof Error)) expect(countZeros(output), path.join('.')).toBe(zeros)
    }
  }
})

function isFigure(json: unknown, path: readonly (string | number)[]): boolean {
  const value = path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], json)
  return typeof value === 'object' && value !== null && ('value' in value || 'units' in value)
}

function countZeros(output: unknown): number {
  if (output === '0') return 1
  return typeof output === 'object' && output !== null
    ? Object.values(output).reduce<number>((sum, inner) => sum + countZeros(inner), 0)
    : 0
}
