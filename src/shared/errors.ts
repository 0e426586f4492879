import type { ErrorReason } from './model/error-reason.ts'

/** The failures that a window distinguishes. Add a code only if something on screen depends on it. */
export const errorCodes = [
  'invalid-request', // the request does not match the contract
  'internal', // a bug in Tidemark
  'signed-out', // there is no secret
  'secret-refused', // the service rejects the secret; Tidemark retries rarely
  'not-found', // the account, order or instrument does not exist
  'invalid', // the service or Tidemark rejects the input
  'rate-limited', // 429, after retries
  'unavailable', // 500, 503, 504 or a timeout, after retries
  'offline', // no connection to the service
  'bad-certificate', // the identity of the service cannot be verified; nothing was sent
  'protocol', // a response that cannot be decoded
  'cancelled', // the caller cancelled the request
  'locked', // the app is locked: only the requests of the lock are answered
  'no-keychain', // the secret cannot be stored in, or read from, a keychain on this computer
] as const
export type ErrorCode = (typeof errorCodes)[number]

/**
 * What an error says: a code with its values, or a text. A function writes the text in the current language, for an error that
 * is kept over a change of language.
 */
export type ErrorMessage = ErrorReason | string | (() => string)

/** An error that keeps its code across the process boundary. `errorText` says for the user what happened, and what to do. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** `null` for an error whose `message` is the text for the user. */
  readonly reason: ErrorReason | null
  constructor(code: ErrorCode, message: ErrorMessage, options?: ErrorOptions) {
    super(typeof message === 'object' ? JSON.stringify(message) : readText(message), options)
    this.code = code
    this.reason = typeof message === 'object' ? message : null
    if (typeof message === 'function')
      Object.defineProperty(this, 'message', { get: () => message(), configurable: true })
  }
}

const readText = (message: string | (() => string)): string => (typeof message === 'string' ? message : message())

/** Failures of the connection. They can occur in any request and are not specific to it. */
const connectionCodes: readonly ErrorCode[] = [
  'offline',
  'bad-certificate',
  'signed-out',
  'secret-refused',
  'no-keychain',
]

/** Whether a failure belongs to the connection and not to one request. */
export const isOfConnection = (code: ErrorCode): boolean => connectionCodes.includes(code)

/** Whether work ended because it was cancelled or its thread was closed, which is no fault. */
export const isCancellation = (error: unknown): boolean => error instanceof AppError && error.code === 'cancelled'

export const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)
