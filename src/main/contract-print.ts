import { z } from 'zod'
import { events, requests } from '#shared/contract/contract.ts'
import { ignoreClosedOutput } from './host/log.ts'

/** The JSON Schema of a value on the wire: `void` is written as null. */
const schemaOf = (type: z.ZodType): unknown =>
  type instanceof z.ZodVoid ? { type: 'null' } : z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })

/** Prints every request and topic with its JSON Schema, for scripts that drive the app. */
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

ignoreClosedOutput()
printContract()
