import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Report, ReportFile } from '#shared/model/report.ts'
import { writeNewFile } from '../disk/new-file.ts'

const extensions: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/xml': '.xml',
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/json': '.json',
  'application/zip': '.zip',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
}
const known = new Set(Object.values(extensions))

/** The media type and the suggested name in the response. */
interface FileHints {
  readonly mediaType: string | null
  readonly suggestedName: string | null
}

/**
 * The file name, made of account, form and range. The extension comes from the suggested name or the media type if it is
 * one of a document; otherwise it is `.bin`, so that opening the file never runs anything.
 */
export function nameFile(report: Pick<Report, 'accountId' | 'form' | 'beginOn' | 'endOn'>, hints: FileHints): string {
  const form = report.form === 'REPORT_FORM_SHORT' ? 'short' : 'full'
  const account = report.accountId.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)
  return `report-${account}-${form}-${report.beginOn}-${report.endOn}${extensionOf(hints)}`
}

function extensionOf({ mediaType, suggestedName }: FileHints): string {
  const suggested = extname(suggestedName ?? '').toLowerCase()
  if (known.has(suggested)) return suggested
  return extensions[(mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''] ?? '.bin'
}

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

const partialEnding = '.part'

interface Target {
  readonly folder: string
  readonly name: string
  /** The name of the unfinished file, unique to this transfer. */
  readonly partialName: string
  /** Called after each chunk with the number of bytes written so far. */
  readonly onBytes: (bytes: number) => void
  /** Marks the complete file as downloaded, before it gets its name. Must not reject. */
  readonly markFromWeb: (path: string) => Promise<void>
}

/**
 * Writes chunks to `<partialName>.part` in `folder`, hashes and flushes it, and renames it when complete. Never replaces an
 * existing file: the new name gets a number. Throws an AppError for the user, or what `chunks` throws; then nothing remains.
 */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  { folder, name, partialName, onBytes, markFromWeb }: Target,
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const partialPath = join(folder, `${partialName}${partialEnding}`)
  const received = await writeNewFile(
    async (file) => {
      let bytes = 0
      for await (const chunk of chunks) {
        await file.append(chunk)
        hash.update(chunk)
        onBytes((bytes += chunk.byteLength))
      }
      if (bytes === 0) throw new AppError('protocol', m.errors_the_service_sent_an_empty_file)
    },
    { partialPath, replacesPartial: true, path: () => freePath(folder, name), beforeRename: markFromWeb },
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
export function removePartialFiles(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith('report-') && name.endsWith(partialEnding)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // The folder does not exist or is not readable: nothing to remove.
  }
}
