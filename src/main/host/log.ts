import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cleanLines } from '#shared/clean-text.ts'
import { makeFolder } from '../disk/flush.ts'
import { homeFolder } from '../disk/home-folder.ts'
import type { Clock } from '../time/clock.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'

/** The log of this process: each entry goes to standard error and, once the data directory is known, to its log file. */
export class Log {
  readonly #clock: Pick<Clock, 'now'>
  #dataDir: string | null = null

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** From now on entries are also kept in the log file of this data directory. */
  keepIn(dataDir: string): void {
    this.#dataDir = dataDir
  }

  /** Logs an internal error: its place, class and stack frames. Never its message, which may contain a secret. */
  readonly logFault = (where: string, error: unknown): void => this.note(describeFault(where, error))

  /** Logs a text of Tidemark, without what looks like a secret. Never throws. */
  readonly note = (text: string): void => {
    const entry = cleanLines(redact(text))
    process.stderr.write(`tidemark: ${entry}\n`)
    if (this.#dataDir === null) return
    appendToLog(this.#dataDir, `${new Date(this.#clock.now()).toISOString()} ${entry}\n`)
  }
}

/**
 * Ignores write errors of standard output and standard error. The program that reads them may end first, and without a listener the
 * next write would be an uncaught exception: it ends the web host, and Electron shows a modal error box.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

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
    makeFolder(dirname(path))
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

const maxFrames = 8
const maxFrameLength = 300
/** Codes of Node, the file system and SQLite, which name the cause. Other codes could be any text. */
const knownCode = /^(?:E[A-Z0-9]{2,15}|ERR_[A-Z0-9_]{1,60}|SQLITE_[A-Z_]{1,40})$/

/** An internal error as text for the log: its place, class, known code and stack frames. Never its message, which may contain a secret. */
export function describeFault(where: string, error: unknown): string {
  if (!(error instanceof Error)) return `fault in ${where}: ${typeof error}`
  const code = 'code' in error && typeof error.code === 'string' && knownCode.test(error.code) ? ` ${error.code}` : ''
  const frames = framesOf(error).map((frame) => frame.slice(0, maxFrameLength))
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error'
  return [`fault in ${where}: ${name}${code}`, ...frames.slice(0, maxFrames)].join('\n')
}

/**
 * Writes an error that nothing handled to standard error, without its message and without source text, and returns the exit
 * code: for a process that answers one command.
 */
export function reportFault(error: unknown): ExitCode {
  process.stderr.write(`tidemark: ${describeFault('the command', error)}\n`)
  return exitCodes.fault
}

/** The frames after the message in the stack: lines of the message itself may look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  if (start < 0) return []
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line))
}

const hidden = '[removed]'

/** What may be a credential: the log has no use for it, so a false match costs nothing. */
const credentials: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(bearer|basic)\s+[^\s"',]+/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, hidden],
  [
    /\b(\w*(?:secret|token|password|passphrase|authorization|cookie|key))(["']?\s*[=:]\s*["']?)[^\s"',&)]+/gi,
    `$1$2${hidden}`,
  ],
  // Long runs of letters with digits: secrets, tokens and ids.
  [/(?<![\w+=-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{32,}/gi, hidden],
]

/** The text without what looks like a secret or token, and with `~` for the home folder, whose name identifies the user. */
function redact(text: string, home = homeFolder()): string {
  const withoutHome = home !== null && home.length > 1 ? text.replaceAll(home, '~') : text
  return credentials.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), withoutHome)
}
