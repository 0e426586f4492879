import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { cleanText } from '#shared/clean-text.ts'
import { parseJson } from '../../journal/shared/content.ts'
import { readBatch, type Batch } from '../batch.ts'
import { fileKeyOf, setIdOf, type SetSecret } from './set-key.ts'

const algorithm = 'aes-256-gcm'
const [lengthBytes, nonceBytes, tagBytes] = [4, 12, 16] as const

/** Seals one text as a frame: length, nonce, tag, content. It can be opened only at this index of this file. */
function sealFrame(key: Uint8Array, index: number, text: string): Buffer {
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
function openFrames(key: Uint8Array, content: Buffer): Frames {
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

/** The reason why a file of the folder is ignored or read in part. */
export type FileProblem = 'stranger' | 'other-key' | 'newer' | 'cut' | 'copy' | 'damaged' | 'unreadable'

/** The version of the format. */
const format = 1
const magic = 'Tidemark shared folder'
const headPattern = new RegExp(`^${magic} (\\d{1,6})(?: ([0-9a-f]{16}) ([0-9a-f]{16}) (\\d{6}))?$`)
const longestHead = 200

/** A file of one computer: one plain line that identifies it, then sealed frames. The first frame is the computer's name. */
export interface Segment {
  readonly computer: string
  readonly number: number
}

const numberText = (number: number): string => String(number).padStart(6, '0')

export const fileNameOf = ({ computer, number }: Segment): string => `${computer}-${numberText(number)}.tidemark`

/** Null for a file name that Tidemark does not write. */
export function readFileName(name: string): Segment | null {
  const [, computer, number] = /^([0-9a-f]{16})-(\d{6})\.tidemark$/.exec(name) ?? []
  return computer === undefined || number === undefined ? null : { computer, number: Number(number) }
}

/**
 * The content of a file. If there is a problem, `batches` is empty; with `cut` and `damaged` it has the batches before the
 * problem.
 */
export interface SegmentReading {
  readonly segment: Segment | null
  readonly computerName: string | null
  readonly batches: readonly Batch[]
  readonly frames: number
  readonly problem: FileProblem | null
}

/** The first bytes of a new file. */
export function beginSegment(secret: SetSecret, segment: Segment, computerName: string): Buffer {
  const { computer, number } = segment
  const head = `${magic} ${format} ${setIdOf(secret)} ${computer} ${numberText(number)}\n`
  const key = fileKeyOf(secret, computer, number)
  return Buffer.concat([Buffer.from(head), sealFrame(key, 0, JSON.stringify({ name: computerName }))])
}

/** Seals batches as the frames that follow the first `frames` of a file. */
export function sealBatches(secret: SetSecret, segment: Segment, frames: number, texts: readonly string[]): Buffer {
  const key = fileKeyOf(secret, segment.computer, segment.number)
  return Buffer.concat(texts.map((text, index) => sealFrame(key, frames + index, text)))
}

const refused = (problem: FileProblem): SegmentReading => ({
  segment: null,
  computerName: null,
  batches: [],
  frames: 0,
  problem,
})

/** Reads a file of the folder. Uses only frames that can be opened at their index with this secret. */
export function readSegment(secret: SetSecret, fileName: string, content: Buffer): SegmentReading {
  const end = content.subarray(0, longestHead).indexOf('\n')
  const line = content.toString('latin1', 0, end < 0 ? Math.min(content.length, longestHead) : end)
  if (end < 0) return refused(content.length < longestHead && isBeginning(line) ? 'cut' : 'stranger')
  const [head, version, setId, computer, number] = headPattern.exec(line) ?? []
  if (head === undefined) return refused(line.startsWith(`${magic} `) ? 'newer' : 'stranger')
  if (Number(version) !== format) return refused('newer')
  if (setId === undefined || computer === undefined || number === undefined) return refused('stranger')
  if (setId !== setIdOf(secret)) return refused('other-key')
  const segment = { computer, number: Number(number) }
  if (fileName !== fileNameOf(segment)) return refused('copy')
  return readFrames(secret, segment, content.subarray(end + 1))
}

const isBeginning = (line: string): boolean => line.startsWith(magic) || magic.startsWith(line)

const Head = z.object({ name: z.string().min(1).max(200).transform(cleanText) })

function readFrames(secret: SetSecret, segment: Segment, sealed: Buffer): SegmentReading {
  const { texts, end } = openFrames(fileKeyOf(secret, segment.computer, segment.number), sealed)
  const [first, ...rest] = texts
  const empty = { segment, computerName: null, batches: [], frames: texts.length }
  if (first === undefined) return { ...empty, problem: end === 'whole' ? 'cut' : end }
  const head = Head.safeParse(parseJson(first))
  if (!head.success) return { ...empty, problem: 'damaged' }
  const batches: Batch[] = []
  for (const text of rest) {
    const batch = readBatch(segment.computer, text)
    if (batch === null) return { ...empty, computerName: head.data.name, batches, problem: 'damaged' }
    batches.push(batch)
  }
  const problem = end === 'whole' ? null : end
  return { segment, computerName: head.data.name, batches, frames: texts.length, problem }
}
