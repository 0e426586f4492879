/** Every failure a window may have to tell apart. Add a code only when something on screen branches on it. */
export const errorCodes = [
  'invalid-request', // the window asked for something the contract does not know
  'internal', // a fault of ours
  'signed-out', // no secret, or the service refuses it
  'not-found', // the service knows no such account, order or instrument
  'invalid', // the service, or we, refuse the input
  'rate-limited', // 429, after retries
  'unavailable', // 500, 503, 504 or a time-out, after retries
  'offline', // no connection to the service
  'protocol', // an answer that cannot be decoded
  'cancelled', // the asker went away
  'no-keychain', // the secret cannot be kept in a keychain on this computer
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** An error that survives the process boundary with its code. The message is for a person: what happened, what to do. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.some((code) => code === value)
