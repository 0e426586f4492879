import { createHash, type Hash } from 'node:crypto'
// The Node variant declares `require`, which the bundle already has. Both variants work in Node.
import { Zip, ZipDeflate } from 'fflate/browser'

/** A file in the ZIP. */
export interface PackedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Packs files one after another into a ZIP and writes it in a stream. Memory does not depend on the size of the ZIP. */
export class ZipWriter {
  readonly #append: (data: Uint8Array) => Promise<void>
  readonly #zip: Zip
  #pending: Uint8Array[] = []
  #error: Error | null = null
  readonly #files: PackedFile[] = []

  constructor(append: (data: Uint8Array) => Promise<void>) {
    this.#append = append
    this.#zip = new Zip((error, data) => {
      if (error === null) this.#pending.push(data)
      else this.#error = error
    })
  }

  /** The files that are packed so far. */
  get files(): readonly PackedFile[] {
    return this.#files
  }

  /** Packs one file with this text. */
  addText(name: string, text: string): Promise<void> {
    return this.add(name, once(text))
  }

  /** Packs one file. `chunks` yields its text. */
  async add(name: string, chunks: AsyncIterable<string>): Promise<void> {
    const entry = new ZipDeflate(name, { level: 6 })
    // A fixed time, so that the same data gives the same file.
    entry.mtime = packedAt
    this.#zip.add(entry)
    const hash: Hash = createHash('sha256')
    let bytes = 0
    const encoder = new TextEncoder()
    for await (const chunk of chunks) {
      const data = encoder.encode(chunk)
      hash.update(data)
      bytes += data.byteLength
      entry.push(data)
      await this.#flush()
    }
    entry.push(new Uint8Array(), true)
    await this.#flush()
    this.#files.push({ name, bytes, sha256: hash.digest('hex') })
  }

  /** Call after the last file. */
  async end(): Promise<void> {
    this.#zip.end()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const pending = this.#pending
    this.#pending = []
    for (const data of pending) await this.#append(data)
    if (this.#error !== null) throw this.#error
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const packedAt = '2000-01-01T00:00:00Z'
