import type { z } from 'zod'
import { decimalPattern, type Decimal } from '#shared/decimal.ts'
import { CorruptDatabaseError } from './errors.ts'

/** A row as SQLite returns it. STRICT tables guarantee the types; the functions below check them again. */
export type Row = Readonly<Record<string, unknown>>

const isDecimal = (value: string): value is Decimal => decimalPattern.test(value)

// The reason does not contain the value, which may be an amount.
const unexpected = (column: string, lacks: 'text' | 'integer' | 'decimal' | 'document'): CorruptDatabaseError =>
  new CorruptDatabaseError({ is: 'column', column, lacks })

/** Reads text. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(column, 'text')
  return value
}

/** Reads text that may be unknown. */
export const textOrNull = (row: Row, column: string): string | null => (row[column] === null ? null : text(row, column))

/** Reads an integer that a float represents exactly. */
export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unexpected(column, 'integer')
  return value
}

/** Reads an integer that may be unknown. */
export const integerOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : integer(row, column)

/** Reads a boolean, stored as 1 or 0. */
export const flag = (row: Row, column: string): boolean => integer(row, column) === 1

/** Reads an exact decimal number, stored as text. */
export function decimal(row: Row, column: string): Decimal {
  const value = text(row, column)
  if (!isDecimal(value)) throw unexpected(column, 'decimal')
  return value
}

/** Reads an exact decimal number that may be unknown. */
export const decimalOrNull = (row: Row, column: string): Decimal | null =>
  row[column] === null ? null : decimal(row, column)

/** Reads a document stored as JSON. */
export function json<T>(row: Row, column: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text(row, column)))
  if (!parsed.success) throw unexpected(column, 'document')
  return parsed.data
}

/** About one or two milliseconds of work. */
const itemsASlice = 100

/** Reads a list stored as JSON, and lets other work of this thread run in between: for lists with thousands of items. */
export async function jsonList<T>(row: Row, column: string, item: z.ZodType<T>): Promise<T[]> {
  const list = parseJson(text(row, column))
  if (!Array.isArray(list)) throw unexpected(column, 'document')
  const items: T[] = []
  for (const [index, value] of list.entries()) {
    if (index > 0 && index % itemsASlice === 0) await new Promise((resolve) => setImmediate(resolve))
    const parsed = item.safeParse(value)
    if (!parsed.success) throw unexpected(column, 'document')
    items.push(parsed.data)
  }
  return items
}

/** Reads a document that may be unknown. */
export const jsonOrNull = <T>(row: Row, column: string, schema: z.ZodType<T>): T | null =>
  row[column] === null ? null : json(row, column, schema)

/** Parses JSON without a schema; `undefined` if it is invalid, which no schema accepts. */
export const jsonText = (row: Row, column: string): unknown => parseJson(text(row, column))

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined // no schema accepts it, so the caller reports the column
  }
}
