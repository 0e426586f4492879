import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/** Converts anything thrown to an error with a code and a message for the user. */
export const asAppError = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('internal', m.lib_something_went_wrong_in_this_window(), { cause })
