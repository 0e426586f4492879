import { createHash, randomBytes } from 'node:crypto'
import type { DataKey } from '../sqlite/keys.ts'

/** The length of a key in bytes. */
export const keyBytes = 32

/** A new random key. */
export const newDataKey = (): DataKey => new Uint8Array(randomBytes(keyBytes))

/** The id of a key: part of a hash, from which the key cannot be computed. 16 hexadecimal digits. */
export const keyIdOf = (key: DataKey): string =>
  createHash('sha256').update('Tidemark data key').update(key).digest('hex').slice(0, 16)
