import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkServerIdentity, rootCertificates, type ConnectionOptions } from 'node:tls'
import { Client, DatabaseError } from 'pg'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { explainDatabaseError, MirrorError } from './mirror-error.ts'
import { findPassword } from './password-file.ts'
import type { ConnectionSettings, Surroundings } from './settings.ts'

/** The TLS options of a connection; `false` means no TLS. */
type Protection = ConnectionOptions | false

/**
 * The ways to connect, in the order in which libpq tries them (sections 34.18 and 34.19 of PostgreSQL's documentation). With
 * `require`, an existing root certificate is checked as with `verify-ca`. Throws `invalid` for a missing file.
 */
function protections({ host, name, tls }: ConnectionSettings): readonly Protection[] {
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

/**
 * Connects like libpq: TLS by `sslmode`, a password only when the server asks for one, from PGPASSWORD or the password file.
 * Only the connection holds the password, and only while it connects. Throws MirrorError and `invalid`.
 */
export async function connectTo(settings: ConnectionSettings, surroundings: Surroundings): Promise<Client> {
  let failure: unknown = null
  for (const protection of protections(settings)) {
    try {
      return await connectBy(protection, settings, surroundings)
    } catch (error) {
      failure ??= error
      if (!mayTryOtherwise(error)) break
    }
  }
  throw explainDatabaseError(failure)
}

/** The server has no TLS or rejects this kind of connection. libpq then tries the next kind. */
const mayTryOtherwise = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === '28000'
    : error instanceof Error && /does not support SSL/.test(error.message)

async function connectBy(ssl: Protection, settings: ConnectionSettings, surroundings: Surroundings): Promise<Client> {
  const { host, port, database, user, connectSeconds } = settings
  const client = new Client({
    host,
    port,
    database,
    user,
    ssl,
    application_name: 'Tidemark mirror',
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * 1000,
    password: () => passwordFor(settings, surroundings),
  })
  // If the connection breaks between two queries, the next query reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Throws a MirrorError that says where to put the password. */
function passwordFor(
  { name, port, database, user, passwordFile }: ConnectionSettings,
  { env, platform }: Surroundings,
): string {
  const given = env['PGPASSWORD']
  if (given !== undefined && given !== '') return given
  const found = findPassword(passwordFile, { host: name, port, database, user }, platform)
  if ('password' in found) return found.password
  throw new MirrorError(() => m.mirror_the_database_asks_for_a_password({ missing: found.missing }))
}
