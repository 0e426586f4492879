import { AppError } from '../../shared/errors.ts'

/** Whatever was thrown, as an error with a code and words for a person. */
export const asAppError = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('internal', 'Something went wrong in this window.', { cause })
