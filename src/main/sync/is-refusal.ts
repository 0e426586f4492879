import { AppError } from '../../shared/errors.ts'

/** Whether an error concerns only one instrument: the service does not know it, or its response cannot be decoded. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'invalid' || error.code === 'protocol')
