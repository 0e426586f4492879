import tls from 'node:tls'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

let context: tls.SecureContext | null = null

/**
 * The certificates that this computer trusts: those of the runtime, of NODE_EXTRA_CA_CERTS, and of the system's store,
 * where a company adds its own. They are read once, because there are hundreds of them. `null` if the runtime cannot
 * read that store.
 */
export function trustOfComputer(): tls.SecureContext | null {
  if (typeof tls.getCACertificates !== 'function') return null
  context ??= tls.createSecureContext({ ca: [...new Set([...certificates('default'), ...certificates('system')])] })
  return context
}

/** A store that cannot be read adds no certificates. */
function certificates(store: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(store)
  } catch {
    return []
  }
}

/** Codes of OpenSSL and Node for a refused certificate, without the codes that have their own message. */
const untrusted: ReadonlySet<string> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function explain(code: string): string | null {
  if (code === 'CERT_HAS_EXPIRED') return m.errors_the_certificate_of_the_service_has_expired()
  if (code === 'CERT_NOT_YET_VALID') return m.errors_certificate_not_yet_valid()
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return m.errors_certificate_of_other_address()
  if (untrusted.has(code)) return m.errors_this_computer_does_not_trust_the_issuer()
  return null
}

/**
 * Returns the error `bad-certificate` for a failure of a TLS handshake; `null` for any other failure. The failure may
 * be the `cause` of another error, as with a proxy.
 */
export function asCertificateFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const words = explain(code)
  return words === null
    ? asCertificateFailure(error.cause)
    : new AppError('bad-certificate', () => `${explain(code) ?? ''} (${code})`)
}
