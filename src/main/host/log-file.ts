import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const maxLogFiles = 5
export const maxLogBytes = 1_000_000

/** The current log file of a data directory. Older files lie next to it: `tidemark.1.log` is the newest of them. */
export const logPath = (dataDir: string): string => olderLogPath(dataDir, 0)

const olderLogPath = (dataDir: string, age: number): string =>
  join(dataDir, 'logs', age === 0 ? 'tidemark.log' : `tidemark.${age}.log`)

/**
 * Appends to the log file of a data directory. Files of this size are rotated, and the oldest is deleted. Never throws: on a
 * full or read-only disk the text is lost.
 */
export function appendToLog(dataDir: string, text: string): void {
  const path = logPath(dataDir)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > 0 && bytes + Buffer.byteLength(text) > maxLogBytes) rotate(dataDir)
    // Opened for each write: it is rare, and a deleted file is created again.
    appendFileSync(path, text, { mode: 0o600 })
  } catch {
    // Nothing can be done about the disk here, and the log must not stop the app.
  }
}

function rotate(dataDir: string): void {
  rmSync(olderLogPath(dataDir, maxLogFiles - 1), { force: true })
  for (let age = maxLogFiles - 2; age >= 0; age--) {
    const path = olderLogPath(dataDir, age)
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, olderLogPath(dataDir, age + 1))
  }
}

/** The last lines of the log, oldest first; empty when there is none or it cannot be read. */
export async function readLastLogLines(dataDir: string, maxLines: number): Promise<string> {
  const read = (age: number): Promise<string> => readFile(olderLogPath(dataDir, age), 'utf8').catch(() => '')
  const [older, current] = await Promise.all([read(1), read(0)])
  const lines = `${older}${current}`.split('\n').filter((line) => line !== '')
  return lines.slice(-maxLines).join('\n')
}
