import { mkdirSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { explainWriteFailure } from '../../disk/new-file.ts'
import { privateFolder } from '../../disk/private-file.ts'
import type { Seen } from '../../journal/shared/shared-record.ts'
import { letOthersRun } from '../../time/clock.ts'
import type { Batch } from '../batch.ts'
import { setFolderIn } from '../membership.ts'
import { appendChecked, type OpenFile } from './append-checked.ts'
import {
  beginSegment,
  fileNameOf,
  readFileName,
  readSegment,
  sealBatches,
  type FileProblem,
  type SegmentReading,
} from './segment.ts'
import { setIdOf, type SetSecret } from './set-key.ts'

/** A file that is ignored or read in part, with the reason. */
export interface FileFault {
  readonly file: string
  readonly problem: FileProblem | 'waiting'
}

interface KnownFile extends SegmentReading {
  /** Size and modification time. It changes when the file changes. */
  readonly version: string
  readonly bytes: number
  readonly counters: ReadonlySet<number>
}

interface OwnBatch {
  readonly counter: number
  readonly text: string
}

/** The size at which a new file is begun. A sync program that transfers whole files transfers about this much for each edit. */
const segmentBytes = 256 * 1024
/** A larger file is not from Tidemark. */
const maxFileBytes = 64 * 1024 * 1024

/** Creates the folder of a new set. Throws an AppError when the chosen folder is missing or cannot be written. */
export function createSetFolder(folder: string, secret: SetSecret): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError('invalid', () => m.computers_there_is_no_folder({ path: folder }))
  try {
    mkdirSync(setFolderIn(folder, setIdOf(secret)), { recursive: true, mode: privateFolder })
  } catch (error) {
    throw explainWriteFailure(error, folder)
  }
}

/** The files of a set. Each computer appends to its own files and reads the files of all. */
export class SetFolder {
  readonly path: string
  readonly #secret: SetSecret
  readonly #open: OpenFile | undefined
  #files: ReadonlyMap<string, KnownFile> = new Map()

  /** Tests pass a failing disk as `openWith`. */
  constructor(folder: string, secret: SetSecret, openWith?: OpenFile) {
    this.path = setFolderIn(folder, setIdOf(secret))
    this.#secret = secret
    this.#open = openWith
  }

  /**
   * Reads the changed files and returns the batches that are not in `known`. Throws an AppError when the folder is missing or
   * cannot be read.
   */
  async read(known: Seen): Promise<readonly Batch[]> {
    const names = await this.#list()
    const files = new Map<string, KnownFile>()
    for (const name of names) {
      files.set(name, await this.#readFile(name))
      await letOthersRun()
    }
    this.#files = files
    return [...files.values()].flatMap(({ batches }) =>
      batches.filter(({ computer, counter }) => counter > (known[computer] ?? 0)),
    )
  }

  /** The names of the computers with files here, by id. */
  get computers(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#files.values()].flatMap(({ segment, computerName }) =>
        segment === null || computerName === null ? [] : [[segment.computer, computerName] as const],
      ),
    )
  }

  /** The numbers of the batches in the files of a computer. */
  counters(computer: string): ReadonlySet<number> {
    return new Set(this.#of(computer).flatMap(({ counters }) => [...counters]))
  }

  /**
   * Problems with files. A cut file is no problem if a later file continues it: its computer was switched off during a write.
   */
  faults(known: Seen): FileFault[] {
    return [...this.#files].flatMap(([file, { problem, batches }]): FileFault[] => {
      // A file that is cut within its first line is identified by its name only.
      const named = problem === 'cut' ? readFileName(file) : null
      const isContinued =
        named !== null && this.#of(named.computer).some(({ segment }) => (segment?.number ?? 0) > named.number)
      if (problem !== null && !isContinued) return [{ file, problem }]
      const isWaiting = batches.some(({ computer, counter }) => counter > (known[computer] ?? 0))
      return isWaiting ? [{ file, problem: 'waiting' }] : []
    })
  }

  /**
   * Appends batches to the files of this computer and flushes them. Call after `read`. Throws an AppError; then no batch is
   * written.
   */
  async append(computer: string, computerName: string, batches: readonly OwnBatch[]): Promise<void> {
    for (let rest = batches; rest.length > 0;) {
      const { taken, content, path, flags } = this.#nextPiece(computer, computerName, rest)
      await appendChecked(path, flags, content, this.#open)
      rest = rest.slice(taken)
      if (rest.length > 0) await this.read({})
    }
  }

  #nextPiece(computer: string, computerName: string, batches: readonly OwnBatch[]) {
    const numbers = [...this.#files.keys()].flatMap((name) => {
      const named = readFileName(name)
      return named?.computer === computer ? [named.number] : []
    })
    const number = Math.max(0, ...numbers)
    const last = this.#files.get(fileNameOf({ computer, number }))
    const goesOn = last?.problem === null && last.bytes < segmentBytes
    const segment = { computer, number: goesOn ? number : number + 1 }
    const start = goesOn ? 0 : beginSegment(this.#secret, segment, computerName).length
    let size = (goesOn ? last.bytes : start) + (batches[0]?.text.length ?? 0)
    let taken = 1
    for (; taken < batches.length && size < segmentBytes; taken++) size += batches[taken]?.text.length ?? 0
    const texts = batches.slice(0, taken).map(({ text }) => text)
    const sealed = sealBatches(this.#secret, segment, goesOn ? last.frames : 1, texts)
    const content = goesOn ? sealed : Buffer.concat([beginSegment(this.#secret, segment, computerName), sealed])
    return { taken, content, path: join(this.path, fileNameOf(segment)), flags: goesOn ? 'a' : 'ax' } as const
  }

  #of(computer: string): KnownFile[] {
    return [...this.#files.values()].filter(({ segment }) => segment?.computer === computer)
  }

  async #list(): Promise<string[]> {
    try {
      const entries = await readdir(this.path, { withFileTypes: true })
      // Hidden files belong to the sync program.
      const shown = entries.filter((entry) => !entry.isDirectory() && !/^[.~]/.test(entry.name))
      return shown.map(({ name }) => name).sort()
    } catch (error) {
      throw explainReadFailure(error, this.path)
    }
  }

  async #readFile(name: string): Promise<KnownFile> {
    const path = join(this.path, name)
    try {
      const { size, mtimeMs, ino } = await stat(path)
      const version = `${size} ${mtimeMs} ${ino}`
      const known = this.#files.get(name)
      if (known?.version === version) return known
      const reading =
        size > maxFileBytes
          ? { ...unread, problem: 'stranger' as const }
          : readSegment(this.#secret, name, await readFile(path))
      const counters = new Set(reading.batches.map(({ counter }) => counter))
      return { ...reading, version, bytes: size, counters }
    } catch (error) {
      if (!isOfFileSystem(error)) throw error
      return { ...unread, version: '', bytes: 0, counters: new Set() }
    }
  }
}

const unread: SegmentReading = { segment: null, computerName: null, batches: [], frames: 0, problem: 'unreadable' }

const isOfFileSystem = (error: unknown): error is Error & { readonly code: unknown } =>
  error instanceof Error && 'code' in error && 'syscall' in error

function explainReadFailure(error: unknown, path: string): unknown {
  if (!isOfFileSystem(error)) return error
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return new AppError('invalid', () => m.computers_the_folder_is_not_there({ path }))
  return new AppError('invalid', () => m.computers_the_folder_cannot_be_read({ path }))
}
