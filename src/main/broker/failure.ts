import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Answer } from './transport.ts'

/** A request that is sent once went out, and no answer says whether the service has acted on it. */
export class LostAnswerError extends AppError {}

/** Longer bodies are no words for a person. */
const longestBodyBytes = 64 * 1024

/** Throws the failure that an answer is where it is no success, with the service's own words where they help, but for `sent`. */
export function refuseFailure(answer: Answer, sent: readonly string[]): void {
  if (answer.status < 200 || answer.status > 299) throw toFailure(answer, sent)
}

function toFailure({ status, body }: Answer, sent: readonly string[]): AppError {
  const words = serviceWords(new TextDecoder().decode(body.subarray(0, longestBodyBytes)), sent)
  const withWords = (message: string): string => (words === '' ? message : `${message}: ${words}`)
  if (status === 401) return new AppError('signed-out', withWords('The service does not accept the session'))
  if (status === 404) return new AppError('not-found', withWords('The service does not know this'))
  if (status === 408 || status >= 500)
    return new AppError('unavailable', withWords(`The service is in trouble (${status})`))
  if (status === 429) return new AppError('rate-limited', 'The service asks for fewer requests')
  if (status < 400)
    return new AppError('protocol', `The service sent on to another address (${status}), which is not followed`)
  return new AppError(
    'invalid',
    words === '' ? `The service refuses this (${status})` : `The service refuses this: ${words}`,
  )
}

const spoken = z.object({ message: z.string() })
const longestWords = 300

/** What an error body says to a person: plain, short, and free of what must stay secret. Empty when it says nothing. */
function serviceWords(body: string, sent: readonly string[]): string {
  const message = messageOf(body)
  const inner = message === null ? null : (messageOf(message) ?? message)
  // A form feed stands between two languages, English first.
  const first = (inner ?? '').split('\f').find((part) => part.trim() !== '') ?? ''
  const clean = sent.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), first)
  const line = clean.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > longestWords ? `${line.slice(0, longestWords)}…` : line
}

function messageOf(json: string): string | null {
  try {
    return spoken.safeParse(JSON.parse(json)).data?.message ?? null
  } catch {
    return null
  }
}
