import { closeSync, openSync, readSync } from 'node:fs'

/** The kind of a file according to its header: a plain database, a sealed one, or neither. */
export type SealState = 'absent' | 'plain' | 'sealed' | 'other'

const magic = 'SQLite format 3\0'
/** The number of bytes for nonce and tag in each sealed page. A plain database reserves none. */
const reservedBytes = 64

/**
 * Reads the header. In a sealed database the eight bytes from offset 16 are not encrypted (page size, mode, reserved
 * bytes, three constants), which distinguishes it from a damaged file. An empty file counts as missing.
 */
export function readSealState(path: string): SealState {
  const header = readHeader(path)
  return header === null ? 'absent' : stateOf(header)
}

function stateOf(header: Buffer): Exclude<SealState, 'absent'> {
  if (header.toString('latin1', 0, 16) === magic) return 'plain'
  const isSealed = header[20] === reservedBytes && header[21] === 64 && header[22] === 32 && header[23] === 32
  return isSealed ? 'sealed' : 'other'
}

/**
 * Whether the header of a plain or sealed database says that it is not in WAL mode (bytes 18 and 19: read and write
 * version 1).
 */
export function isOutsideWal(path: string): boolean {
  const header = readHeader(path)
  return header !== null && stateOf(header) !== 'other' && header[18] === 1 && header[19] === 1
}

/** The first 24 bytes; `null` for a file that is missing or empty. */
function readHeader(path: string): Buffer | null {
  const header = Buffer.alloc(24)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return readSync(file, header, 0, header.length, 0) === 0 ? null : header
  } finally {
    closeSync(file)
  }
}
