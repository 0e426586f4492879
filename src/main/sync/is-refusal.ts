import { AppError } from '../../shared/errors.ts'

/** Whether an error is about one instrument alone: unknown to the service, or answered in a way we cannot read. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'invalid' || error.code === 'protocol')
