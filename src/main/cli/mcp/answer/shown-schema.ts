import { z } from 'zod'
import { Decimal, Instant } from '../../../../shared/model/values.ts'
import { maxTextLength } from './plain.ts'

/** The JSON schema of what `shownValue` makes of a schema of the contract. */
export function shownSchema(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    io: 'output',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === Decimal) {
        delete jsonSchema.maxLength
        jsonSchema.pattern = '^(-?\\d+(\\.\\d+)?|hidden)$'
      } else if (zodSchema === Instant) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
        jsonSchema.type = 'string'
        jsonSchema.description = 'time in ISO format, UTC'
      } else if (zodSchema instanceof z.ZodString) {
        delete jsonSchema.minLength
        jsonSchema.maxLength = Math.min(jsonSchema.maxLength ?? maxTextLength, maxTextLength)
      }
    },
  })
  return shown
}
