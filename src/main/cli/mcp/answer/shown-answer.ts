import { z } from 'zod'
import { parseDecimal, toSignificant } from '../../../../shared/decimal.ts'
import type { AssistantAmounts } from '../../../../shared/model/settings.ts'
import { Decimal, Instant } from '../../../../shared/model/values.ts'
import { withheld } from '../../output/column.ts'
import { plainData } from './plain.ts'
import { isAmountText, isPublicFigure } from './public-figures.ts'

type Schema = z.core.$ZodType

interface Showing {
  readonly amounts: AssistantAmounts
  /** Figures of this answer that are prices although their name says amount. */
  readonly publicPaths: readonly string[]
}

const significantDigits = 2

/**
 * A result of the contract as an assistant gets it: amounts shown, rounded to two significant digits or replaced by "hidden",
 * instants in ISO format, texts as plain data. What is unknown stays `null`. Throws for a kind of schema that it does not know.
 */
export function shownValue(schema: Schema, value: unknown, how: Showing, path: readonly string[] = []): unknown {
  if (value === null || value === undefined) return null
  if (schema === Decimal) return typeof value === 'string' ? shownDecimal(value, how, path) : null
  if (schema === Instant) return typeof value === 'number' ? new Date(value).toISOString() : null
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return shownValue(schema.unwrap(), value, how, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((each: unknown) => shownValue(schema.element, each, how, path)) : null
  if (schema instanceof z.ZodObject) return shownObject(schema, value, how, path)
  // Another kind of schema may hold amounts: nothing of it is given before it is handled here.
  if (typeof value === 'object') throw new Error('This kind of schema cannot be shown')
  if (typeof value !== 'string') return value
  if (how.amounts !== 'shown' && isAmountText(path.at(-1) ?? '')) return withheld
  return plainData(value)
}

function shownObject(schema: z.ZodObject, value: object, how: Showing, path: readonly string[]): unknown {
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.fromEntries(
    Object.entries<Schema>(schema.shape).flatMap(([key, field]) => {
      // A field that may be missing is missing, not unknown.
      if (field instanceof z.ZodOptional && fields.get(key) === undefined) return []
      return [[key, shownValue(field, fields.get(key), how, [...path, key])]]
    }),
  )
}

function shownDecimal(text: string, { amounts, publicPaths }: Showing, path: readonly string[]): string | null {
  const value = parseDecimal(text)
  if (value === null) return null
  if (amounts === 'shown' || isPublicFigure(path) || publicPaths.includes(path.join('.'))) return value
  return amounts === 'hidden' ? withheld : toSignificant(value, significantDigits)
}
