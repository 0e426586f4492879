import { Client, DatabaseError } from 'pg'
import { m } from '#shared/messages/messages.js'
import { explainDatabaseError, MirrorError } from './mirror-error.ts'
import { findPassword } from './password-file.ts'
import type { ConnectionSettings, Surroundings } from './settings.ts'
import { protections, type Protection } from './tls.ts'

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
