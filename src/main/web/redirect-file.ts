import { rmSync, writeFileSync } from 'node:fs'

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
      `<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">Open Tidemark</a>\n`,
    { flag: 'wx', mode: 0o600 },
  )
}
