import { expect, test } from 'vitest'
import { z } from 'zod'
import { events, requests } from '#shared/contract/contract.ts'

const methods = Object.entries(requests)
const topics = Object.entries(events)

test.each(methods)('%s refuses unknown parameters', (_, { params }) => {
  expect(params.safeParse({ surprise: 1 }).success).toBe(false)
})

test.each(methods)('%s reports an additional parameter as unrecognized', (_, { params }) => {
  if (!(params instanceof z.ZodObject)) return expect(params.safeParse({}).success).toBe(false)
  const issues = params.safeParse({ surprise: 1 }).error?.issues ?? []
  expect(issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true)
})

test.each(methods)('%s refuses parameters of a wrong type', (_, { params }) => {
  for (const wrong of [1, 'text', true, [], [{}], Symbol('s'), null])
    expect(params.safeParse(wrong).success).toBe(false)
  if (!(params instanceof z.ZodObject)) return
  const swapped = Object.fromEntries(Object.keys(params.shape).map((key) => [key, Symbol(key)]))
  expect(params.safeParse(swapped).error?.issues.map(({ path }) => path[0])).toEqual(
    expect.arrayContaining(Object.keys(params.shape)),
  )
})

test('parameters have limits: oversized values are refused', () => {
  const long = 'x'.repeat(100_000)
  const refused: readonly [z.ZodType, unknown][] = [
    [requests['connection.test'].params, { baseUrl: long, secret: 's' }],
    [requests['connection.test'].params, { baseUrl: 'https://a', secret: long }],
    [requests['positions.list'].params, { accountId: long }],
    [requests['watchlists.create'].params, { name: long }],
    [requests['watchlists.create'].params, { name: '   ' }],
    [requests['watchlists.addSymbol'].params, { id: 'a', symbol: long }],
    [requests['watchlists.moveSymbol'].params, { id: 'a', symbol: 'A@B', index: -1 }],
    [requests['instruments.search'].params, { text: long, limit: 10 }],
    [requests['instruments.search'].params, { text: '', limit: 101 }],
    [requests['transactions.recent'].params, { accountId: null, limit: 0 }],
    [requests['attention.set'].params, { viewId: 'v', symbols: Array(501).fill('A@B'), isVisible: true }],
    [requests['equity.history'].params, { accountId: null, from: 0.5 }],
    [requests['cancels.confirm'].params, { planId: long }],
    [requests['cancels.prepare'].params, { scope: { kind: 'orders', orders: [] } }],
    [requests['cancels.prepare'].params, { scope: { kind: 'all', accountId: null } }],
    [requests['orders.changes'].params, { accountId: null, before: null, limit: 501 }],
    [requests['profiles.open'].params, { id: '../elsewhere' }],
    [requests['settings.write'].params, { theme: 'pink' }],
  ]
  for (const [schema, params] of refused)
    expect(schema.safeParse(params).success, JSON.stringify(params).slice(0, 80)).toBe(false)
})

test('no result names a secret or a token', () => {
  const named = JSON.stringify(methods.map(([, { result }]) => keysOf(result)))
  expect(named).not.toMatch(/"(secret|token|password|authorization)"/i)
})

test.each([
  ...methods.map(([name, { params }]) => [`${name} params`, params] as const),
  ...methods.map(([name, { result }]) => [`${name} result`, result] as const),
  ...topics,
])('the JSON schema of %s can be printed', (_, schema) => {
  if (schema instanceof z.ZodVoid) return
  const printed = z.toJSONSchema(schema, { unrepresentable: 'throw', io: 'input' })
  expect(JSON.stringify(printed)).toMatch(/"(type|anyOf)"/)
})

test('the payload of a topic names what changed and contains no data', () => {
  for (const [topic, schema] of topics) {
    if (schema instanceof z.ZodVoid) continue
    const names = ['accountId', 'symbol', 'symbols', 'part', 'id']
    expect(
      Object.keys(schema.shape).filter((name) => !names.includes(name)),
      topic,
    ).toEqual([])
  }
})

/** All property names of the values of a schema. */
function keysOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodVoid) return []
  const found: unknown[] = []
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), (key, value: unknown) => {
    found.push(key)
    return value
  })
  return found
}
