import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, parse } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { writeNewFile } from '../disk/new-file.ts'

const partEnding = '.part'

interface Target {
  readonly folder: string
  readonly name: string
  /** The name of the unfinished file, unique to this transfer. */
  readonly partName: string
  /** Called after each chunk with the number of bytes written so far. */
  readonly onBytes: (bytes: number) => void
  /** Marks the complete file as downloaded, before it gets its name. Must not reject. */
  readonly markFromWeb: (path: string) => Promise<void>
}

/**
 * Writes chunks to `<partName>.part` in `folder`, hashes and flushes it, and renames it when complete. Never replaces an
 * existing file: the new name gets a number. Throws an AppError for the user, or what `chunks` throws; then nothing remains.
 */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  { folder, name, partName, onBytes, markFromWeb }: Target,
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const part = join(folder, `${partName}${partEnding}`)
  const received = await writeNewFile(
    async (file) => {
      let bytes = 0
      for await (const chunk of chunks) {
        await file.append(chunk)
        hash.update(chunk)
        onBytes((bytes += chunk.byteLength))
      }
      if (bytes === 0) throw new AppError('protocol', 'The service sent an empty file')
    },
    { part, replacesPart: true, path: () => freePath(folder, name), beforeRename: markFromWeb },
  )
  return { ...received, sha256: hash.digest('hex') }
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
