import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [lengthBytes, nonceBytes, tagBytes] = [4, 12, 16] as const

/** Seals one text as a frame: length, nonce, tag, content. It can be opened only at this index of this file. */
export function sealFrame(key: Uint8Array, index: number, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(placeOf(index))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(nonceBytes + tagBytes + sealed.length)
  return Buffer.concat([length, nonce, cipher.getAuthTag(), sealed])
}

interface Frames {
  readonly texts: readonly string[]
  /** `cut`: the last frame is incomplete. `damaged`: a frame cannot be opened, and nothing after it is read. */
  readonly end: 'whole' | 'cut' | 'damaged'
}

/** Opens the frames of a file, up to the first one that is incomplete or changed. */
export function openFrames(key: Uint8Array, content: Buffer): Frames {
  const texts: string[] = []
  for (let at = 0; at < content.length;) {
    if (content.length - at < lengthBytes) return { texts, end: 'cut' }
    const length = content.readUInt32BE(at)
    const start = at + lengthBytes
    // Some sync programs reserve the space of a file first. The space contains zeros.
    if (length === 0 || start + length > content.length) return { texts, end: 'cut' }
    const text = openFrame(key, texts.length, content.subarray(start, start + length))
    if (text === null) return { texts, end: 'damaged' }
    texts.push(text)
    at = start + length
  }
  return { texts, end: 'whole' }
}

function openFrame(key: Uint8Array, index: number, sealed: Buffer): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(placeOf(index))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const content = [decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]
    return Buffer.concat(content).toString('utf8')
  } catch {
    return null // wrong key, or a changed byte
  }
}

function placeOf(index: number): Buffer {
  const place = Buffer.alloc(4)
  place.writeUInt32BE(index)
  return place
}
