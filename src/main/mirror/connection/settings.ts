import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { readConnectionText, type Parameters } from './connection-text.ts'
import { defaultPasswordFile } from './password-file.ts'

/**
 * The parameters of a service in libpq's service file (PGSERVICEFILE, ~/.pg_service.conf). Throws `invalid` when the service is
 * missing.
 */
function readService(name: string, file: string | undefined, home: string | null): Parameters {
  const path = file ?? join(home ?? '~', '.pg_service.conf')
  if ((file === undefined && home === null) || !existsSync(path))
    throw new AppError('invalid', () => m.mirror_there_is_no_service_file({ path }))
  const read: Record<string, string> = {}
  let isFound = false
  let isInside = false
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const [, section] = /^\s*\[([^\]]*)\]\s*$/.exec(line) ?? []
    if (section !== undefined) {
      isInside = section === name
      isFound ||= isInside
      continue
    }
    const [, key, value] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (isInside && key !== undefined && value !== undefined) read[key] = value
  }
  if (!isFound) throw new AppError('invalid', () => m.mirror_the_service_file_has_no_service({ path, name }))
  // libpq also reads a password from this file. Tidemark reads passwords from the password file only.
  delete read['password']
  return read
}

export const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type TlsMode = (typeof tlsModes)[number]

/** The settings of a connection, without a password. */
export interface ConnectionSettings {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string
  /** The name that the certificate and the password file must contain: the host, even if `hostaddr` gives another address. */
  readonly name: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly connectSeconds: number
  /** `null` without a home folder. */
  readonly passwordFile: string | null
  readonly tls: {
    readonly mode: TlsMode
    /** Paths of files; `null` if not given. */
    readonly rootCertificate: string | null
    readonly certificate: string | null
    readonly key: string | null
    /** The folder in which libpq looks for files by default; `null` without a home folder. */
    readonly folder: string | null
  }
}

/** The environment of the process. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  /** `null` without a home folder. */
  readonly home: string | null
  readonly platform: NodeJS.Platform
}

const variables = {
  host: 'PGHOST',
  hostaddr: 'PGHOSTADDR',
  port: 'PGPORT',
  dbname: 'PGDATABASE',
  user: 'PGUSER',
  passfile: 'PGPASSFILE',
  service: 'PGSERVICE',
  servicefile: 'PGSERVICEFILE',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const

/**
 * The settings of a connection by the rules of libpq: first the text, then its service, then the environment, then the
 * defaults. Throws `invalid`.
 */
export function readSettings(text: string, { env, home, platform }: Surroundings): ConnectionSettings {
  const given = readConnectionText(text)
  const service = given['service'] ?? env['PGSERVICE']
  const file = given['servicefile'] ?? env['PGSERVICEFILE']
  const ofService: Parameters = service === undefined || service === '' ? {} : readService(service, file, home)
  const value = (name: keyof typeof variables): string | null =>
    given[name] ?? ofService[name] ?? (env[variables[name]] || null)
  const user = value('user') ?? accountName()
  const host = value('host') ?? value('hostaddr') ?? (platform === 'win32' ? 'localhost' : '/var/run/postgresql')
  const place = platform === 'win32' ? (env['APPDATA'] ?? home) : home
  const folder = place === null ? null : join(place, platform === 'win32' ? 'postgresql' : '.postgresql')
  return {
    host: value('hostaddr') ?? host,
    name: host,
    user,
    database: value('dbname') ?? user,
    port: readNumber('port', value('port') ?? '5432', 1, 65_535),
    connectSeconds: readNumber('connect_timeout', value('connect_timeout') ?? '15', 0, 3600) || 15,
    passwordFile: value('passfile') ?? defaultPasswordFile(platform, env, home),
    tls: {
      mode: readMode(value('sslmode') ?? 'prefer'),
      rootCertificate: value('sslrootcert'),
      certificate: value('sslcert'),
      key: value('sslkey'),
      folder,
    },
  }
}

/** The name of the user who runs this process, as libpq takes it. Throws `invalid` if the system has none. */
function accountName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new AppError('invalid', m.mirror_name_the_user_of_the_database, { cause })
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (number >= min && number <= max) return number
  throw new AppError('invalid', () => m.mirror_the_connection_has_an_impossible_value({ name }))
}

function readMode(text: string): TlsMode {
  const mode = tlsModes.find((each) => each === text)
  if (mode === undefined)
    throw new AppError('invalid', () => m.mirror_sslmode_is_one_of({ modes: tlsModes.join(', ') }))
  return mode
}
