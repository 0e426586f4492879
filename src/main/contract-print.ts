import { z } from 'zod'
import { events, requests } from '../shared/contract.ts'

/** What crosses the wire for a schema: `void` is an absent value, written as null. */
const schemaOf = (type: z.ZodType): unknown =>
  type instanceof z.ZodVoid ? { type: 'null' } : z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })

/** Prints every request and topic with its JSON Schemas, so that a script can drive the app. */
function printContract(): void {
  const described = {
    requests: Object.fromEntries(
      Object.entries(requests).map(([method, { params, result }]) => [
        method,
        { params: schemaOf(params), result: schemaOf(result) },
      ]),
    ),
    topics: Object.fromEntries(Object.entries(events).map(([topic, payload]) => [topic, schemaOf(payload)])),
  }
  process.stdout.write(`${JSON.stringify(described, null, 2)}\n`)
}

printContract()
