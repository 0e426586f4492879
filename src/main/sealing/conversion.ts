import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '#shared/messages/messages.js'
import { flushFile, flushFolder } from '../disk/flush.ts'
import { privateFile } from '../disk/private-file.ts'
import { assertSameRows, copyDatabase } from '../sqlite/copy-database.ts'
import { explainSqliteError, isDamage, StorageError } from '../sqlite/errors.ts'
import { databaseFiles } from '../sqlite/files.ts'
import type { DataKey } from '../sqlite/keys.ts'
import { readSealState } from '../sqlite/seal-state.ts'
import { keyIdOf } from './data-key.ts'
import { readDescriptor, unknownKey, writeDescriptor, type SealedState } from './descriptor.ts'
import {
  convertedEnding,
  treatmentOf,
  isInBackups,
  listCopies,
  listSealableFiles,
  listLeftovers,
  listSealedBytes,
  sealedEnding,
} from './sealable-files.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A derived key, because the data key itself seals database pages in another way. */
const derive = (key: DataKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'Tidemark file that was set aside', 32))

/** Seals a file that SQLite cannot copy because it is damaged: nonce, tag, content. */
function sealBytes(content: Uint8Array, key: DataKey): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, derive(key), nonce)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws StorageError when the key is wrong or a byte was changed. */
function openBytes(sealed: Uint8Array, key: DataKey): Buffer {
  const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, derive(key), nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    throw new StorageError(m.sealing_a_file_set_aside_does_not_open())
  }
}

/** The old and the new key; `null` means plain. */
export interface KeyChange {
  readonly from: DataKey | null
  readonly to: DataKey | null
}

/**
 * Seals the databases of a closed profile, makes them plain, or changes their key. First it writes a checked copy beside every
 * file and changes nothing else. Then it replaces the files by their copies. `settle` completes an interrupted conversion:
 * before the last copy it restores the old state, after it the new one. Throws CorruptDatabaseError for a damaged database,
 * another StorageError, or the error of the file system.
 */
export function convert(directory: string, change: KeyChange): void {
  const keyId = change.from === null ? null : keyIdOf(change.from)
  const to = change.to === null ? null : keyIdOf(change.to)
  removeLeftovers(directory)
  writeDescriptor(directory, { keyId, change: { to, stage: 'copying' } })
  try {
    for (const { path, treatment } of listSealableFiles(directory)) {
      if (treatment === 'database') convertDatabase(path, change)
      if (treatment === 'bytes') convertBytes(path, change)
    }
    flushFolders(directory)
  } catch (error) {
    settle(directory)
    throw error
  }
  writeDescriptor(directory, { keyId, change: { to, stage: 'replacing' } })
  settle(directory)
}

/**
 * Completes an interrupted conversion: back to the old state if copies were missing, otherwise forward. Returns the resulting
 * state.
 */
export function settle(directory: string): SealedState {
  const state = readDescriptor(directory)
  const { keyId, change } = state
  if (change === null || keyId === unknownKey) return state
  if (change.stage === 'replacing') replaceAll(directory, change.to !== null)
  removeLeftovers(directory)
  const settled = { keyId: change.stage === 'replacing' ? change.to : keyId, change: null }
  flushFolders(directory)
  writeDescriptor(directory, settled)
  return settled
}

function convertDatabase(path: string, change: KeyChange): void {
  const copy = `${path}${convertedEnding}`
  const source = { path, key: readSealState(path) === 'plain' ? null : change.from }
  const target = { path: copy, key: change.to }
  try {
    copyDatabase(source, target)
    assertSameRows(source, target)
  } catch (error) {
    const explained = explainSqliteError(error, path)
    if (!isInBackups(path) || !isDamage(explained)) throw explained
    // A damaged backup must not prevent the conversion. It is converted byte by byte.
    for (const file of databaseFiles(copy)) rmSync(file, { force: true })
    convertBytes(path, change)
  }
}

/** Converts a file that SQLite cannot copy. A file that is sealed with another key is not changed: its key opens it. */
function convertBytes(path: string, { from, to }: KeyChange): void {
  const isSealed = path.endsWith(sealedEnding)
  if (!isSealed && readSealState(path) === 'sealed') return
  const content = isSealed && from !== null ? openBytes(readFileSync(path), from) : readFileSync(path)
  const name = isSealed ? path.slice(0, -sealedEnding.length) : path
  const copy = `${to === null ? name : `${name}${sealedEnding}`}${convertedEnding}`
  writeFileSync(copy, to === null ? content : sealBytes(content, to), { mode: privateFile })
  flushFile(copy)
}

/** Can be interrupted and repeated: if a copy no longer exists, it has already replaced its file. */
function replaceAll(directory: string, isSealing: boolean): void {
  for (const copy of listCopies(directory)) {
    const path = copy.slice(0, -convertedEnding.length)
    // The log belongs to the replaced file, and its commits are in the copy.
    const files = treatmentOf(path) === 'database' ? databaseFiles(path) : []
    for (const file of files) if (file !== path) rmSync(file, { force: true })
    renameSync(copy, path)
  }
  for (const sealed of listSealedBytes(directory)) {
    const plain = sealed.slice(0, -sealedEnding.length)
    if (existsSync(plain)) rmSync(isSealing ? plain : sealed)
  }
  for (const { path, treatment } of listSealableFiles(directory))
    if (treatment === 'remove') rmSync(path, { recursive: true, force: true })
}

function removeLeftovers(directory: string): void {
  for (const path of listLeftovers(directory)) rmSync(path, { force: true })
}

function flushFolders(directory: string): void {
  flushFolder(join(directory, 'backups'))
  flushFolder(directory)
}
