import { z } from 'zod'
import { parseBoundedJson } from '#shared/bounded-json.ts'
import { cleanText } from '#shared/clean-text.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorBytes } from './answer-limits.ts'

/** A response of any status. */
export interface HttpResponse {
  readonly status: number
  readonly body: Uint8Array
}

/** The service replied with an error. */
export class ServiceError extends AppError {
  readonly status: number
  /** The message of the service, plain and without the secrets of the request; empty without one. */
  readonly words: string
  constructor(code: ErrorCode, message: () => string, status: number, words: string) {
    super(code, message)
    this.status = status
    this.words = words
  }
}

/**
 * Throws an AppError for a response with a status outside 200–299. Its message contains the message of the service
 * without the texts in `sent`.
 */
export function throwFailure(response: HttpResponse, sent: readonly string[]): void {
  if (response.status < 200 || response.status > 299) throw toFailure(response, sent)
}

function toFailure({ status, body }: HttpResponse, sent: readonly string[]): AppError {
  const words = serviceMessage(new TextDecoder().decode(body.subarray(0, errorBytes)), sent)
  const withMessage = (message: () => string) => () => (words === '' ? message() : `${message()}: ${words}`)
  const failure = (code: ErrorCode, message: () => string): AppError => new ServiceError(code, message, status, words)
  if (status === 401) return failure('signed-out', withMessage(m.errors_the_service_does_not_accept_the_session))
  if (status === 404) return failure('not-found', withMessage(m.errors_the_service_does_not_know_this))
  if (status === 408 || status >= 500)
    return failure(
      'unavailable',
      withMessage(() => m.errors_the_service_has_a_problem_status({ status })),
    )
  if (status === 429) return failure('rate-limited', m.errors_the_service_received_too_many_requests)
  if (status < 400)
    return failure('protocol', () => m.errors_the_service_redirects_to_another_address_status({ status }))
  return failure('invalid', () =>
    words === ''
      ? m.errors_the_service_refuses_this_status({ status })
      : m.errors_the_service_refuses_this_words({ words }),
  )
}

const errorBody = z.object({ message: z.string() })
const maxMessageLength = 300

/**
 * Returns the message of an error body in a form for the user: plain, short and without secrets. Empty without a
 * message.
 */
function serviceMessage(body: string, sent: readonly string[]): string {
  const message = messageOf(body)
  const inner = message === null ? null : (messageOf(message) ?? message)
  // A form feed separates two languages, English first.
  const first = (inner ?? '').split('\f').find((part) => part.trim() !== '') ?? ''
  const clean = sent.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), first)
  const line = cleanText(clean).replace(/\s+/g, ' ').trim()
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line
}

function messageOf(json: string): string | null {
  try {
    return errorBody.safeParse(parseBoundedJson(json)).data?.message ?? null
  } catch {
    return null
  }
}
