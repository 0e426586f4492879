import { AppError } from '../../../shared/errors.ts'

/** The command line cannot be understood; the message says why. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('invalid', message)
  }
}
