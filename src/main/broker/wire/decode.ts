import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/** A row that could not be decoded: its path in the response, and why. Never its content. */
export interface Malformed {
  readonly path: string
  readonly reason: string
}

/** A list that is decoded row by row: one malformed row does not lose the page. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly Malformed[]
}

/** Decodes a whole response. Throws `protocol` with the path of the first field that cannot be read, never its value. */
export function decodeWhole<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, reason } = firstIssue(parsed.error, [])
  throw protocolError(path, reason)
}

const anyObject = z.looseObject({})

/** Decodes the list `name` of a response, row by row. Throws `protocol` when there is no such list. */
export function decodeRows<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const list: unknown = decodeWhole(anyObject, json)[name]
  if (!Array.isArray(list)) throw protocolError(name, 'not a list')
  const rows: T[] = []
  const malformed: Malformed[] = []
  for (const [index, item] of list.entries()) {
    const parsed = row.safeParse(item)
    if (parsed.success) rows.push(parsed.data)
    else malformed.push(firstIssue(parsed.error, [name, index]))
  }
  return { rows, malformed }
}

/**
 * The same for a list that is shown as a whole, such as an order book: when none of its rows can be decoded, it is unknown,
 * not empty. Then it throws `protocol` for the first row.
 */
export function decodePicture<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const read = decodeRows(json, name, row)
  const [first] = read.malformed
  if (read.rows.length === 0 && first !== undefined) throw protocolError(first.path, first.reason)
  return read
}

/** Throws `protocol` for a response about something else than requested: its figures would appear under the wrong name. */
export function expectSame(path: string, stated: string, requested: string): void {
  if (stated !== '' && stated.toLowerCase() !== requested.toLowerCase())
    throw protocolError(path, 'not the requested one')
}

const protocolError = (path: string, reason: string): AppError =>
  new AppError('protocol', `The service sent a response that cannot be read: ${path || 'all of it'}: ${reason}`)

function firstIssue(error: z.ZodError, above: readonly (string | number)[]): Malformed {
  const issue = error.issues[0]
  return { path: formatPath([...above, ...(issue?.path ?? [])]), reason: issue?.message ?? 'unreadable' }
}

// `positions[3].quantity.value`
const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
