import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { renameFlushed } from '../../disk/flush.ts'

/** The SHA-512 of a file, in base64. Throws AppError `invalid` unless it is one of the signed hashes. */
export async function readSignedHash(path: string, signed: readonly string[]): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  const digest = hash.digest('base64')
  if (signed.includes(digest)) return digest
  throw new AppError('invalid', m.desktop_update_not_signed)
}

/**
 * Replaces `target` by a copy of the executable `source` in one step. The old file stays until the copy is complete and
 * flushed. Throws when this fails; then the old file is unchanged.
 */
export async function replaceExecutable(source: string, target: string, sha512: string): Promise<void> {
  const copy = `${target}.new`
  try {
    await copyFile(source, copy)
    await readSignedHash(copy, [sha512])
    await chmod(copy, 0o755)
    const file = await open(copy, 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    renameFlushed([copy, target])
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
}
