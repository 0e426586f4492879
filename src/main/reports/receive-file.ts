import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { explainWriteFailure } from '../disk/explain-write-failure.ts'

const partEnding = '.part'

interface Target {
  readonly folder: string
  readonly name: string
  /** The name of the unfinished file, unique to this transfer. */
  readonly partName: string
  /** Called after each chunk with the number of bytes written so far. */
  readonly onBytes: (bytes: number) => void
}

/**
 * Writes chunks to `<partName>.part` in `folder`, hashes and flushes it, and renames it when complete. Never replaces an
 * existing file: the new name gets a number. Throws an AppError for the user, or what `chunks` throws; then nothing remains.
 */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  { folder, name, partName, onBytes }: Target,
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> {
  const part = join(folder, `${partName}${partEnding}`)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = await open(part, 'w', 0o600)
    try {
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        hash.update(chunk)
        bytes += chunk.byteLength
        onBytes(bytes)
      }
      if (bytes === 0) throw new AppError('protocol', 'The service sent an empty file')
      await file.sync()
    } finally {
      await file.close()
    }
    const path = freePath(folder, name)
    renameSync(part, path)
    return { path, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    throw explainWriteFailure(error, folder)
  } finally {
    try {
      rmSync(part, { force: true })
    } catch {
      // In a folder that is not writable there is no such file either.
    }
  }
}

function freePath(folder: string, name: string): string {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    if (!existsSync(path)) return path
  }
}

/** Removes incomplete files that a crash left. */
export function removeParts(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith('report-') && name.endsWith(partEnding)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // The folder does not exist or is not readable: nothing to remove.
  }
}
