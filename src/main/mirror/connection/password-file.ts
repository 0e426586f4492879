import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '#shared/messages/messages.js'

interface Place {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/** The default path of libpq's password file; `null` without a home folder. */
export function defaultPasswordFile(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string | null,
): string | null {
  const folder = platform === 'win32' ? (env['APPDATA'] ?? home) : home
  if (folder === null) return null
  return platform === 'win32' ? join(folder, 'postgresql', 'pgpass.conf') : join(folder, '.pgpass')
}

/** A password, or the reason why there is none. */
export type FoundPassword = { readonly password: string } | { readonly missing: string }

/**
 * Finds the first matching password of a file, like libpq: `host:port:database:user:password`, `*` matches anything, a
 * backslash escapes. A file that other users may read is not used.
 */
export function findPassword(path: string | null, place: Place, platform: NodeJS.Platform): FoundPassword {
  if (path === null) return { missing: m.mirror_there_is_no_password_file({ path: '~/.pgpass' }) }
  let text: string
  try {
    const { mode } = statSync(path)
    if (platform !== 'win32' && (mode & 0o077) !== 0)
      return { missing: m.mirror_others_may_read_the_password_file({ path }) }
    text = readFileSync(path, 'utf8')
  } catch {
    return { missing: m.mirror_there_is_no_password_file({ path }) }
  }
  // A path means a Unix socket. libpq uses localhost for it in the password file.
  const host = place.host.startsWith('/') ? 'localhost' : place.host
  const wanted = [host, String(place.port), place.database, place.user]
  for (const line of text.split(/\r?\n/)) {
    const fields = line.startsWith('#') ? [] : splitLine(line)
    const password = fields[4]
    if (password !== undefined && wanted.every((value, index) => fields[index] === '*' || fields[index] === value))
      return { password }
  }
  return {
    missing: m.mirror_the_password_file_has_no_line({
      path,
      user: place.user,
      host,
      port: String(place.port),
      database: place.database,
    }),
  }
}

/** The four fields before the password end at a colon; the password is the rest. */
function splitLine(line: string): string[] {
  const fields: string[] = []
  let field = ''
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === '\\' && index + 1 < line.length) field += line.charAt(++index)
    else if (character === ':' && fields.length < 4) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return [...fields, field]
}
