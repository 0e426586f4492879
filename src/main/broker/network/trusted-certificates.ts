import tls from 'node:tls'

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
