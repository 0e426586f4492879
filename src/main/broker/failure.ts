import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { HttpResponse } from './transport.ts'

/** A request that is sent only once was sent, and no response says whether the service carried it out. */
export class LostResponseError extends AppError {}

/** A longer body is no message for a user. */
const maxBodyBytes = 64 * 1024

/** Throws an AppError for a response with a status outside 200–299, with the message of the service, from which the texts of `sent` are removed. */
export function throwFailure(response: HttpResponse, sent: readonly string[]): void {
  if (response.status < 200 || response.status > 299) throw toFailure(response, sent)
}

function toFailure({ status, body }: HttpResponse, sent: readonly string[]): AppError {
  const words = serviceMessage(new TextDecoder().decode(body.subarray(0, maxBodyBytes)), sent)
  const withMessage = (message: string): string => (words === '' ? message : `${message}: ${words}`)
  if (status === 401) return new AppError('signed-out', withMessage('The service does not accept the session'))
  if (status === 404) return new AppError('not-found', withMessage('The service does not know this'))
  if (status === 408 || status >= 500)
    return new AppError('unavailable', withMessage(`The service has a problem (${status})`))
  if (status === 429) return new AppError('rate-limited', 'The service received too many requests')
  if (status < 400)
    return new AppError('protocol', `The service redirects to another address (${status}), which is not followed`)
  return new AppError(
    'invalid',
    words === '' ? `The service refuses this (${status})` : `The service refuses this: ${words}`,
  )
}

const errorBody = z.object({ message: z.string() })
const maxMessageLength = 300

/** The message of an error body for the user: plain, short and without secrets. Empty when there is none. */
function serviceMessage(body: string, sent: readonly string[]): string {
  const message = messageOf(body)
  const inner = message === null ? null : (messageOf(message) ?? message)
  // A form feed separates two languages, English first.
  const first = (inner ?? '').split('\f').find((part) => part.trim() !== '') ?? ''
  const clean = sent.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), first)
  const line = clean.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line
}

function messageOf(json: string): string | null {
  try {
    return errorBody.safeParse(JSON.parse(json)).data?.message ?? null
  } catch {
    return null
  }
}
