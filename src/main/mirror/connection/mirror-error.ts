import { DatabaseError } from 'pg'
import { AppError } from '../../../shared/errors.ts'

/** The database cannot be reached, or refuses. The message is for the person and contains no password and no row. */
export class MirrorError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super('unavailable', message, options)
  }
}

/** The meaning of PostgreSQL's error codes (appendix A of its documentation). */
const words: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the password of this user.',
  '28000': 'PostgreSQL does not let this user in from here (pg_hba.conf).',
  '3D000': 'There is no such database. Create it first: createdb NAME.',
  '42501': 'This user may not write there. The mirror needs CREATE on the database, or a schema tidemark of its own.',
  '53100': 'The disk of the database is full. Nothing of this part was written; the next run goes on from here.',
  '53300': 'The database has too many connections. The next run goes on from here.',
  '55P03': 'Another run is writing this profile. Try again when it has ended.',
  '57P01': 'The database was stopped. The next run goes on from here.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
  '25006': 'The database only reads: it may be a standby.',
}

const netWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address and port. Is PostgreSQL running?',
  ENOENT: 'There is no Unix socket of PostgreSQL there. Is PostgreSQL running?',
  ENOTFOUND: 'The name of the host is not known.',
  EAI_AGAIN: 'The name of the host cannot be looked up now.',
  ETIMEDOUT: 'The host does not answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ECONNRESET: 'The connection to the database was lost. The next run goes on from here.',
  EPIPE: 'The connection to the database was lost. The next run goes on from here.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the database names another host. Nothing was sent.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The certificate of the database is not vouched for by the root certificate. Nothing was sent.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the database vouches only for itself. Nothing was sent.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate of the database is not vouched for by the root certificate. Nothing was sent.',
  CERT_HAS_EXPIRED: 'The certificate of the database has expired. Nothing was sent.',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** An error of PostgreSQL or of the network in plain words; returns errors of another kind unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const known = words[code] ?? netWords[code]
  if (known !== undefined) return new MirrorError(known)
  // The detail of an error may contain a row; its code does not.
  if (error instanceof DatabaseError)
    return new MirrorError(`PostgreSQL reports an error (${code}). Nothing of this part was written.`, { cause: error })
  if (!(error instanceof Error)) return error
  if (/does not support SSL/.test(error.message))
    return new MirrorError('The database offers no TLS, and sslmode asks for it. Nothing was sent.')
  if (/Connection terminated|timeout expired|not queryable/.test(error.message))
    return new MirrorError('The connection to the database was lost. The next run goes on from here.')
  if (/certificate/i.test(error.message) || code.startsWith('ERR_SSL') || code.startsWith('UNABLE_TO'))
    return new MirrorError('The certificate of the database cannot be trusted. Nothing was sent.')
  return error
}
