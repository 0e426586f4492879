import { AppError } from '../../../shared/errors.ts'

/** For whatever would write or reach the service. Throws `invalid`. */
export function refuse(): never {
  throw new AppError('invalid', 'This program only reads: use the app for it.')
}
