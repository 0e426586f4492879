import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReportFile } from '../../shared/model/report.ts'

const maxFiles = 10_000

/** The path of a file with this size and hash in the folder or its subfolders; `null` when there is none. Skips unreadable files. */
export async function findMovedFile({ bytes, sha256 }: Pick<ReportFile, 'bytes' | 'sha256'>, folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.slice(0, maxFiles)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    try {
      if ((await stat(path)).size === bytes && (await hashFile(path)) === sha256) return path
    } catch {
      // Removed in the meantime, or not readable.
    }
  }
  return null
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
