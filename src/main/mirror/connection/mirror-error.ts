import { DatabaseError } from 'pg'
import { AppError, type ErrorMessage } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/** The database cannot be reached or refuses a statement. The message is for the user and contains no password and no row. */
export class MirrorError extends AppError {
  constructor(message: ErrorMessage, options?: ErrorOptions) {
    super('unavailable', message, options)
  }
}

/** The meaning of PostgreSQL's error codes (appendix A of its documentation). */
const words: Readonly<Record<string, () => string>> = {
  '28P01': m.mirror_postgresql_refuses_the_password,
  '28000': m.mirror_postgresql_does_not_let_this_user_in,
  '3D000': m.mirror_there_is_no_such_database,
  '42501': m.mirror_this_user_may_not_write_there,
  '53100': m.mirror_the_disk_of_the_database_is_full,
  '53300': m.mirror_the_database_has_too_many_connections,
  '55P03': m.mirror_another_run_is_writing_this_profile,
  '57P01': m.mirror_the_database_was_stopped,
  '57P03': m.mirror_the_database_is_starting_or_stopping,
  '25006': m.mirror_the_database_only_reads,
}

const netWords: Readonly<Record<string, () => string>> = {
  ECONNREFUSED: m.mirror_nothing_answers_at_this_address,
  ENOENT: m.mirror_there_is_no_unix_socket,
  ENOTFOUND: m.mirror_the_host_is_not_known,
  EAI_AGAIN: m.mirror_the_host_cannot_be_looked_up,
  ETIMEDOUT: m.mirror_the_host_does_not_answer,
  EHOSTUNREACH: m.mirror_the_host_cannot_be_reached,
  ECONNRESET: m.mirror_the_connection_was_lost,
  EPIPE: m.mirror_the_connection_was_lost,
  ERR_TLS_CERT_ALTNAME_INVALID: m.mirror_the_certificate_names_another_host,
  SELF_SIGNED_CERT_IN_CHAIN: m.mirror_the_certificate_has_another_root,
  DEPTH_ZERO_SELF_SIGNED_CERT: m.mirror_the_certificate_is_self_signed,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: m.mirror_the_certificate_has_another_root,
  CERT_HAS_EXPIRED: m.mirror_the_certificate_has_expired,
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Turns an error of PostgreSQL or of the network into a MirrorError in plain words. Returns other errors unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const known = words[code] ?? netWords[code]
  if (known !== undefined) return new MirrorError(known)
  // The details of an error may contain a row. Its code does not.
  if (error instanceof DatabaseError)
    return new MirrorError(() => m.mirror_postgresql_reports_an_error({ code }), { cause: error })
  if (!(error instanceof Error)) return error
  if (/does not support SSL/.test(error.message)) return new MirrorError(m.mirror_the_database_offers_no_tls)
  if (/Connection terminated|timeout expired|not queryable/.test(error.message))
    return new MirrorError(m.mirror_the_connection_was_lost)
  if (/certificate/i.test(error.message) || code.startsWith('ERR_SSL') || code.startsWith('UNABLE_TO'))
    return new MirrorError(m.mirror_the_certificate_cannot_be_trusted)
  return error
}
