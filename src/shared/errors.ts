/** The kinds of failure that a window distinguishes. Add a code only if something on screen depends on it. */
export const errorCodes = [
  'invalid-request', // the request does not match the contract
  'internal', // a bug in Tidemark
  'signed-out', // there is no secret, or the service refuses it
  'not-found', // the account, order or instrument does not exist
  'invalid', // the service or Tidemark rejects the input
  'rate-limited', // 429, after retries
  'unavailable', // 500, 503, 504 or a timeout, after retries
  'offline', // no connection to the service
  'protocol', // a response that cannot be decoded
  'cancelled', // the caller cancelled the request
  'no-keychain', // the secret cannot be stored in a keychain on this computer
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** An error that keeps its code across the process boundary. The message says to a person what happened and what to do. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)
