import { z } from 'zod'
import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { malformedWords } from '#shared/text/malformed-words.ts'
import { noteUnreadable } from './observed.ts'
import { parseKnown, type Path } from './parse-known.ts'

/** A row that cannot be decoded: its path in the response and the reason, but never its content. */
export interface Malformed {
  readonly path: string
  readonly reason: string
}

/** A list that is decoded row by row: one malformed row does not lose the page. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly Malformed[]
}

/**
 * Decodes a whole response. A field that cannot be read and may be absent is noted and treated as absent; any other throws
 * `protocol` with its path, never its value.
 */
export function decodeWhole<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = parseKnown(schema, json, (path) => noteUnreadable(formatPath(path)))
  if (parsed.success) return parsed.data
  const { path, reason } = firstIssue(parsed.error, [])
  throw protocolError(path, reason)
}

const anyObject = z.looseObject({})

/** More malformed rows than this, and than other rows, are not the list that was asked for. */
const maxMalformed = 2_000

/** How the rows of a list are kept that can be read only in part. */
interface PartlyReadable<T> {
  /** Whether a row is kept without this value if it cannot be read. The schema must allow it too. By default none is. */
  readonly mayLack?: (path: Path) => boolean
  /** Marks a row that is kept without the values at these paths. */
  readonly mark?: (row: T, left: readonly Path[]) => T
  /** Is called with each row, as sent, that is not kept. */
  readonly onMalformed?: (row: unknown) => void
}

/** Every value may be left out that the schema allows to be absent. */
export const mayLackAny = (): boolean => true

/**
 * Decodes the list `name` of a response, row by row. Values that are left out of a row are noted. Throws `protocol` when there
 * is no such list, or when most of a long one cannot be read.
 */
export function decodeRows<T>(
  json: unknown,
  name: string,
  row: z.ZodType<T>,
  { mayLack, mark, onMalformed }: PartlyReadable<T> = {},
): Rows<T> {
  const list: unknown = decodeWhole(anyObject, json)[name]
  if (!Array.isArray(list)) throw protocolError(name, 'not a list')
  const rows: T[] = []
  const malformed: Malformed[] = []
  for (const [index, item] of list.entries()) {
    const left: Path[] = []
    const parsed =
      mayLack === undefined ? row.safeParse(item) : parseKnown(row, item, (path) => void left.push(path), mayLack)
    for (const path of left) noteUnreadable(formatPath([name, index, ...path]))
    if (parsed.success) rows.push(left.length === 0 || mark === undefined ? parsed.data : mark(parsed.data, left))
    else {
      const issue = firstIssue(parsed.error, [name, index])
      noteUnreadable(issue.path)
      malformed.push(issue)
      onMalformed?.(item)
      if (malformed.length > Math.max(maxMalformed, rows.length)) throw protocolError(issue.path, issue.reason)
    }
  }
  return { rows, malformed }
}

/**
 * Like `decodeRows`, for a list that replaces the previous one as a whole, such as an order book. Throws `protocol` if
 * the list has rows and none can be decoded: such a list is unknown, not empty.
 */
export function decodeSnapshot<T>(json: unknown, name: string, row: z.ZodType<T>): Rows<T> {
  const read = decodeRows(json, name, row)
  const [first] = read.malformed
  if (read.rows.length === 0 && first !== undefined) throw protocolError(first.path, first.reason)
  return read
}

/**
 * Throws `protocol` if the response is about another object than the requested one: its figures would appear under the
 * wrong name. An empty `stated` is accepted.
 */
export function expectSame(path: string, stated: string, requested: string): void {
  if (stated !== '' && stated.toLowerCase() !== requested.toLowerCase())
    throw protocolError(path, 'not the requested one')
}

function protocolError(path: string, reason: string): AppError {
  noteUnreadable(path)
  return new AppError('protocol', () =>
    m.broker_the_response_cannot_be_read({ path: path || m.broker_all_of_it(), reason: malformedWords(reason) }),
  )
}

function firstIssue(error: z.ZodError, above: readonly (string | number)[]): Malformed {
  const issue = error.issues[0]
  return { path: formatPath([...above, ...(issue?.path ?? [])]), reason: issue?.message ?? 'unreadable' }
}

// `positions[3].quantity.value`
const formatPath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')

// Each of these functions returns `null` for "not stated" and `undefined` for "stated, but unreadable".

const plainForm = /^(?:0|-?(?:[1-9]\d{0,60}(?:\.\d{1,60})?|0\.\d{1,60}))$/
const isPlain = (text: string): text is Decimal => text.length <= 80 && plainForm.test(text)

/**
 * Converts the decimal text of the service, also in scientific notation, to the exact form of the app. Empty text is
 * not stated.
 */
export function readDecimal(text: string): Decimal | null | undefined {
  if (text === '') return null
  // Nearly all figures are plain digits with a trailing ".0": these need no parsing as a big number.
  const short = withoutTrailingZeros(text)
  return isPlain(short) ? short : (parseDecimal(text) ?? undefined)
}

/** Decimal text without the zeros behind its last digit. */
export function withoutTrailingZeros(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === 48) end--
  return text.slice(0, text.charCodeAt(end - 1) === 46 ? end - 1 : end)
}
