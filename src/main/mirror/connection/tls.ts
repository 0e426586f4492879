import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkServerIdentity, rootCertificates, type ConnectionOptions } from 'node:tls'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ConnectionSettings } from './settings.ts'

/** The TLS options of a connection; `false` means no TLS. */
export type Protection = ConnectionOptions | false

/**
 * The ways to connect, in the order in which libpq tries them (sections 34.18 and 34.19 of PostgreSQL's documentation). With
 * `require`, an existing root certificate is checked as with `verify-ca`. Throws `invalid` for a missing file.
 */
export function protections({ host, name, tls }: ConnectionSettings): readonly Protection[] {
  // A Unix socket stays on this computer.
  if (host.startsWith('/') || tls.mode === 'disable') return [false]
  const options = readOptions(name, tls)
  if (tls.mode === 'allow') return [false, options]
  return tls.mode === 'prefer' ? [options, false] : [options]
}

function readOptions(
  name: string,
  { mode, rootCertificate, certificate, key, folder }: ConnectionSettings['tls'],
): ConnectionOptions {
  const usual = (file: string): string | null =>
    folder !== null && existsSync(join(folder, file)) ? join(folder, file) : null
  const root = rootCertificate ?? usual('root.crt')
  const isVerified = mode === 'verify-ca' || mode === 'verify-full'
  if (isVerified && root === null)
    throw new AppError('invalid', () => m.mirror_sslmode_needs_a_root_certificate({ mode }))
  const ca = root === null || root === 'system' ? null : readFileNamed(root)
  const [own, ownKey] = [certificate ?? usual('postgresql.crt'), key ?? usual('postgresql.key')]
  // The certificate authorities of the system prove only a name, so libpq uses them with verify-full only.
  const checksName = mode === 'verify-full' || root === 'system'
  return {
    ca: ca === null ? [...rootCertificates] : [ca],
    ...(own === null ? {} : { cert: readFileNamed(own) }),
    ...(ownKey === null ? {} : { key: readFileNamed(ownKey) }),
    rejectUnauthorized: isVerified || (mode === 'require' && root !== null),
    // The address of the connection may be another one (hostaddr).
    checkServerIdentity: (_called, certificateOfServer) =>
      checksName ? checkServerIdentity(name, certificateOfServer) : undefined,
  }
}

function readFileNamed(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new AppError('invalid', () => m.mirror_the_file_of_the_connection_cannot_be_read({ path }))
  }
}
