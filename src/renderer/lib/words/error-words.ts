import type { AppError, ErrorCode } from '../../../shared/errors.ts'

const titles: { readonly [C in ErrorCode]: string } = {
  'invalid-request': 'Invalid request from this window',
  internal: 'Something went wrong in Tidemark',
  'signed-out': 'Signed out',
  'secret-refused': 'The service rejected the secret',
  'bad-certificate': 'The service cannot be trusted',
  'not-found': 'Not found',
  invalid: 'Invalid input',
  'rate-limited': 'Request limit reached',
  unavailable: 'No response',
  offline: 'No connection to the service',
  protocol: 'Unexpected response from the service',
  cancelled: 'Cancelled',
  locked: 'Tidemark is locked',
  'no-keychain': 'The keychain does not work',
}

/** The heading of an error; its message has the details. */
export const errorTitle = (error: AppError): string => titles[error.code]
