import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Parameters } from './connection-text.ts'

/**
 * The parameters of a service in libpq's service file (PGSERVICEFILE, ~/.pg_service.conf). Throws `invalid` when the service is
 * missing.
 */
export function readService(name: string, file: string | undefined, home: string | null): Parameters {
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
