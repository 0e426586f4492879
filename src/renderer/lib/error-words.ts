import type { AppError, ErrorCode } from '../../shared/errors.ts'

const titles: { readonly [C in ErrorCode]: string } = {
  'invalid-request': 'Tidemark did not understand its own window',
  internal: 'Something went wrong in Tidemark',
  'signed-out': 'The service refuses the secret',
  'not-found': 'The service does not know this',
  invalid: 'This cannot be accepted',
  'rate-limited': 'The service asks to wait',
  unavailable: 'No answer',
  offline: 'No connection to the service',
  protocol: 'The answer cannot be read',
  cancelled: 'Cancelled',
  'no-keychain': 'The keychain cannot keep the secret',
}

/** A failure's heading; its message says the rest. */
export const errorTitle = (error: AppError): string => titles[error.code]
