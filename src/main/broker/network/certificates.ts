import tls from 'node:tls'
import { AppError } from '../../../shared/errors.ts'

let context: tls.SecureContext | null = null

/**
 * What this computer trusts: the certificates that come with the runtime, NODE_EXTRA_CA_CERTS, and the store of the system, where
 * an office puts its own. Made once: it holds hundreds of certificates. `null` where the runtime cannot read that store.
 */
export function trustOfComputer(): tls.SecureContext | null {
  if (typeof tls.getCACertificates !== 'function') return null
  context ??= tls.createSecureContext({ ca: [...new Set([...certificates('default'), ...certificates('system')])] })
  return context
}

/** A store that cannot be read adds nothing. */
function certificates(store: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(store)
  } catch {
    return []
  }
}

/** Codes of OpenSSL and Node for a certificate that is not accepted, apart from those with words of their own. */
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
  if (code === 'CERT_HAS_EXPIRED')
    return 'The certificate of the service has expired, or the clock of this computer is wrong.'
  if (code === 'CERT_NOT_YET_VALID')
    return 'The certificate of the service is not valid yet, or the clock of this computer is wrong.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return 'The certificate belongs to another address than that of the service. Somebody may be listening in.'
  if (untrusted.has(code))
    return 'The certificate of the service is signed by nobody whom this computer trusts. Somebody may be listening in.'
  return null
}

/** The error `bad-certificate` for a failure of a TLS handshake; `null` for any other failure. A proxy wraps the failure. */
export function asCertificateFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const words = explain(code)
  return words === null ? asCertificateFailure(error.cause) : new AppError('bad-certificate', `${words} (${code})`)
}
