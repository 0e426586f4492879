import { z } from 'zod'
import { parseDecimal, toSignificant } from '#shared/decimal.ts'
import type { AssistantAmounts } from '#shared/model/app/settings.ts'
import { Decimal, Instant } from '#shared/model/values.ts'
import { withheld } from '../../output/column.ts'
import { maxTextLength, plainData } from './plain.ts'

/**
 * Decimals that do not reveal how much the user owns: prices, rates and percentages, which privacy mode shows too. Any other
 * decimal is an amount, including fields that are added to the contract later.
 */
const publicFigures: ReadonlySet<string> = new Set([
  'averagePrice',
  'currentPrice',
  'price',
  'limitPrice',
  'stopPrice',
  'stopLossPrice',
  'takeProfitPrice',
  'takeProfitGuardSpread',
  'changePercent',
  'each',
  'rate',
  'yieldInBase',
  'yieldOnCost',
])

/** Objects with market data only, nothing about the user. */
const publicObjects: ReadonlySet<string> = new Set(['quote', 'market'])

/** Texts of Tidemark that contain amounts. */
const isAmountText = (key: string): boolean => key === 'words'

/** `path`: the field names from the answer down to the decimal. */
const isPublicFigure = (path: readonly string[]): boolean =>
  publicFigures.has(path.at(-1) ?? '') || path.some((field) => publicObjects.has(field))

type Schema = z.core.$ZodType

interface Showing {
  readonly amounts: AssistantAmounts
  /** Paths of figures in this answer that are prices although their names look like amounts. */
  readonly publicPaths: readonly string[]
}

const significantDigits = 2

/**
 * Converts a result of the contract for an assistant: amounts are shown, rounded to two significant digits, or replaced by
 * "hidden"; times are in ISO format; texts are plain data. Unknown values stay `null`. Throws for an unknown kind of schema.
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
  // An unknown kind of schema may contain amounts, so it is refused until it is handled here.
  if (typeof value === 'object') throw new Error('This kind of schema cannot be shown')
  if (typeof value !== 'string') return value
  if (how.amounts !== 'shown' && isAmountText(path.at(-1) ?? '')) return withheld
  return plainData(value)
}

function shownObject(schema: z.ZodObject, value: object, how: Showing, path: readonly string[]): unknown {
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.fromEntries(
    Object.entries<Schema>(schema.shape).flatMap(([key, field]) => {
      // A missing optional field stays missing. It does not become unknown.
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

/** The JSON schema of the values that `shownValue` returns for a schema of the contract. */
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
