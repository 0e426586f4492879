import { expect, test } from 'vitest'
import { events, requests } from '#shared/contract/contract.ts'

test('the contract is printed as JSON with a schema for every request and topic', async () => {
  const original = process.stdout.write
  let printed = ''
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    printed += String(chunk)
    return true
  }
  try {
    await import('#main/contract-print.ts')
  } finally {
    process.stdout.write = original
  }
  const described = JSON.parse(printed) as {
    requests: Record<string, { params: object; result: object }>
    topics: Record<string, object>
  }
  expect(Object.keys(described.requests)).toEqual(Object.keys(requests))
  expect(Object.keys(described.topics)).toEqual(Object.keys(events))
  for (const { params, result } of Object.values(described.requests)) {
    expect(Object.keys(params).length).toBeGreaterThan(0)
    expect(Object.keys(result).length).toBeGreaterThan(0)
  }
  expect(described.requests['positions.list']?.params).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['accountId'],
  })
})
