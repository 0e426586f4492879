import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { m } from '#shared/messages/messages.js'
import { StorageError } from '../sqlite/errors.ts'
import type { DataKey } from '../sqlite/keys.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** A derived key, because the data key itself seals database pages in another way. */
const derive = (key: DataKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'Tidemark file that was set aside', 32))

/** Seals a file that SQLite cannot copy because it is damaged: nonce, tag, content. */
export function sealBytes(content: Uint8Array, key: DataKey): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, derive(key), nonce)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws StorageError when the key is wrong or a byte was changed. */
export function openBytes(sealed: Uint8Array, key: DataKey): Buffer {
  const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, derive(key), nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    throw new StorageError(m.sealing_a_file_set_aside_does_not_open())
  }
}
