import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/** A row that could not be read: where it stands in the answer, and why. Never what it held. */
export interface Malformed {
  readonly path: string
  readonly reason: string
}

/** A list read row by row: one bad row does not lose its page. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly Malformed[]
}

/** Reads a whole answer. Throws `protocol`, naming the path of the first field that cannot be read, never its value. */
export function decodeWhole<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, reason } = firstIssue(parsed.error, [])
  throw protocolError(path, reason)
}

const answer = z.looseObject({})

/** Reads the list `name` of an answer, row by row. Throws `protocol` when there is no such list. */
export function decodeRows<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const list: unknown = decodeWhole(answer, json)[name]
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
 * The same for a list that is shown as one picture: where not one row can be read, the picture is unknown and not empty.
 * Throws `protocol` then, for the first of them.
 */
export function decodePicture<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const read = decodeRows(json, name, row)
  const [first] = read.malformed
  if (read.rows.length === 0 && first !== undefined) throw protocolError(first.path, first.reason)
  return read
}

/** Refuses an answer about something else than was asked for: its figures would be shown under the wrong name. */
export function refuseOther(path: string, stated: string, asked: string): void {
  if (stated !== '' && stated.toLowerCase() !== asked.toLowerCase())
    throw protocolError(path, 'of another than was asked for')
}

const protocolError = (path: string, reason: string): AppError =>
  new AppError('protocol', `The service sent an answer that cannot be read: ${path || 'the whole of it'}: ${reason}`)

function firstIssue(error: z.ZodError, above: readonly (string | number)[]): Malformed {
  const issue = error.issues[0]
  return { path: written([...above, ...(issue?.path ?? [])]), reason: issue?.message ?? 'unreadable' }
}

// `positions[3].quantity.value`
const written = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
