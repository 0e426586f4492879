import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { CalendarDate, Instant } from '#shared/model/values.ts'
import { sentKey } from './wire/visible-key.ts'

type QueryValue = string | number | boolean | null | undefined
type Values = Readonly<Record<string, unknown>>

/** How one operation of the service is requested and decoded. `I` is our input, `O` our model. */
export interface Endpoint<I, O> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `{name}` is replaced by this field of the input. */
  readonly path: `/v1/${string}`
  readonly input: z.ZodType<I>
  readonly query?: (input: I) => Readonly<Record<string, QueryValue>>
  readonly body?: (input: I) => unknown
  /**
   * Throws `protocol` for a response that cannot be read. Its result must be cloneable: a thread decodes long
   * responses.
   */
  readonly decode: (json: unknown, input: I) => O
  /** Requests of sessions must have no Authorization header. */
  readonly auth: 'bearer' | 'none'
  /** Whether the request may be repeated. True only for idempotent reads. */
  readonly retry: boolean
  /** The message for the user if the response is lost. */
  readonly lostResponse?: () => string
}

/** A request without its base address and headers. */
export interface PreparedRequest {
  readonly method: Endpoint<unknown, unknown>['method']
  /** Path and query. */
  readonly target: string
  readonly body: string | null
}

/** Checks the input and builds the request. Throws `invalid`, naming the field, for input that cannot be sent. */
export function prepare<I extends Values, O>(endpoint: Endpoint<I, O>, input: I): PreparedRequest {
  // The secret and the token are no keys.
  const checked = endpoint.input.safeParse(endpoint.auth === 'none' ? input : withSentKeys(input))
  if (!checked.success) {
    const issue = checked.error.issues[0]
    throw new AppError('invalid', () =>
      m.broker_this_request_cannot_be_sent({ field: issue?.path.join('.') ?? '', problem: issue?.message ?? '' }),
    )
  }
  const query = writeQuery(endpoint.query?.(checked.data) ?? {})
  return {
    method: endpoint.method,
    target: fillPath(endpoint.path, checked.data) + query,
    body: endpoint.body === undefined ? null : JSON.stringify(endpoint.body(checked.data)),
  }
}

const withSentKeys = (input: Values): Values =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? sentKey(value) : value]),
  )

const fillPath = (path: string, values: Values): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => writeSegment(values[name]))

// `@` and `:` may stay unencoded and are easier to read. A segment of dots would change the path.
function writeSegment(value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new AppError('invalid', m.broker_this_name_cannot_be_part_of_an_address)
  return encodeURIComponent(value).replaceAll('%40', '@').replaceAll('%3A', ':')
}

function writeQuery(values: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** RFC 3339 in UTC; whole seconds without a fraction, as the service writes them. */
export const writeInstant = (instant: Instant): string => new Date(instant).toISOString().replace('.000Z', 'Z')

/** The stated parts of a date as query parameters `name.year`, `name.month`, `name.day`. */
export function writeDate(name: string, date: CalendarDate | undefined): Record<string, number> {
  const [year, month, day] = (date ?? '').split('-').map(Number)
  return {
    ...(year ? { [`${name}.year`]: year } : {}),
    ...(month ? { [`${name}.month`]: month } : {}),
    ...(day ? { [`${name}.day`]: day } : {}),
  }
}
