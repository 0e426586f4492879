import { rmSync, writeFileSync, readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import { m } from '#shared/messages/messages.js'

/**
 * Writes a page that leads to `url`, for its owner alone. The browser is opened with this file: all users of a computer
 * can read the arguments of a command, and the URL contains a key.
 */
export function writeRedirectFile(path: string, url: string): void {
  rmSync(path, { force: true })
  // Exclusive, so that a link put in its place is not followed.
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Tidemark</title>` +
      `<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">${m.desktop_open_tidemark_action()}</a>\n`,
    { flag: 'wx', mode: 0o600 },
  )
}

/**
 * Calls `run` whenever Enter is pressed in the terminal. Without one, or in the background of a shell, it reads nothing: the system
 * stops a background process that reads the terminal.
 */
export function onEnter(input: ReadStream, run: () => void): boolean {
  if (!input.isTTY || !isForeground()) return false
  input.setEncoding('utf8')
  input.on('data', (text: string) => {
    if (text.includes('\n')) run()
  })
  // The terminal was closed: the host goes on.
  input.on('error', () => undefined)
  return true
}

/** Whether this process belongs to the group that the terminal is given to; see proc(5), `/proc/PID/stat`. */
function isForeground(): boolean {
  if (process.platform !== 'linux') return true
  try {
    // The name of the program, in parentheses, may contain blanks. After it: state, parent, group, session, terminal, its group.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[2] === fields[5]
  } catch {
    return true
  }
}
