import { closeSync, openSync, readSync } from 'node:fs'

/** How a file begins: as a plain database, as a sealed one, or as neither. */
export type SealState = 'absent' | 'plain' | 'sealed' | 'other'

const magic = 'SQLite format 3\0'
/** Bytes of each sealed page that hold its nonce and tag; a plain database reserves none. */
const reservedBytes = 64

/**
 * Reads the header. A sealed database keeps the eight bytes at 16 in the clear (page size, mode, reserved bytes, three constants),
 * so that it can be told from a damaged file. An empty file counts as absent.
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

/** Whether a database, sealed or not, says that it is not in WAL mode (bytes 18 and 19: write and read version 1). */
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
