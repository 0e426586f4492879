import type { AppError, ErrorCode } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'

const titles: { readonly [C in ErrorCode]: string } = texts({
  'invalid-request': m.words_invalid_request_from_this_window,
  internal: m.words_something_went_wrong_in_tidemark,
  'signed-out': m.words_signed_out,
  'secret-refused': m.words_the_service_rejected_the_secret,
  'bad-certificate': m.words_the_service_cannot_be_trusted,
  'not-found': m.words_not_found,
  invalid: m.words_invalid_input,
  'rate-limited': m.words_request_limit_reached,
  unavailable: m.words_no_response,
  offline: m.words_no_connection_to_the_service,
  protocol: m.words_unexpected_response_from_the_service,
  cancelled: m.words_cancelled,
  locked: m.common_tidemark_is_locked,
  'no-keychain': m.words_the_keychain_does_not_work,
})

/** The heading of an error; its message has the details. */
export const errorTitle = (error: AppError): string => titles[error.code]
