import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { replaceFile } from '../disk/replace-file.ts'
import { privateFile } from '../disk/private-file.ts'

/** Beyond it the old times are dropped: about twenty minutes of requests. */
const maxBytes = 64 * 1024
/** The service allows this many requests a minute. */
const requestsOfAMinute = 200

/**
 * When requests were sent, in a small file of its own, a line each: the service counts them whatever becomes of the cache. A
 * deleted file is created again by the next request.
 */
export class RequestLog {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** `at` in UTC ms; times before `keepFrom` may be dropped. Throws when the disk refuses. */
  append(at: number, keepFrom: number): void {
    const bytes = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > maxBytes) this.#rewrite(keepFrom, at)
    appendFileSync(this.#path, `${at}\n`, { mode: privateFile })
  }

  /**
   * The requests sent at `from` or later (UTC ms). Never throws: a line that is no time counts as sent when the file was last
   * written, and of a file that cannot be read the minute before that counts as full.
   */
  since(from: number, now: number): number[] {
    const writtenAt = this.#writtenAt(now)
    if (writtenAt === null) return []
    return this.#read(writtenAt).filter((at) => at >= from)
  }

  #read(writtenAt: number): number[] {
    try {
      const lines = readFileSync(this.#path, 'latin1').split('\n').filter(Boolean)
      return lines.map((line) => (/^\d{1,15}$/.test(line) ? Number(line) : writtenAt))
    } catch {
      return Array.from({ length: requestsOfAMinute }, () => writtenAt)
    }
  }

  /** Null when there is no file. */
  #writtenAt(now: number): number | null {
    try {
      const info = statSync(this.#path, { throwIfNoEntry: false })
      return info === undefined ? null : Math.floor(info.mtimeMs)
    } catch {
      return now
    }
  }

  #rewrite(keepFrom: number, now: number): void {
    const kept = this.since(keepFrom, now)
    replaceFile(this.#path, kept.map((at) => `${at}\n`).join(''))
  }
}
