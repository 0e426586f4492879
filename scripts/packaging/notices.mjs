// `npm run notices [-- --fix]`: checks the notices of the packages that the app contains, or writes them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../build.mjs'
import { bundledPackages } from './bundled-packages.mjs'
import { sourceNotices } from './source-notices.mjs'
import { desktopDependencies } from './stage-app.mjs'

/** Shown by the app, and beside it in each package. */
export const noticesFile = 'resources/THIRD-PARTY-NOTICES.txt'

const head = `Tidemark contains these packages, each under its own license. Electron and Chromium have notices of their own:
LICENSE.electron.txt and LICENSES.chromium.html beside the app.
`
const sqliteSource = 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c'
const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/**
 * The license of a package: its files, else that part of its README, else the MIT license with its author. Throws if it has none of
 * these.
 * @param {string} folder
 * @returns {string}
 */
export function licenseOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
  if (files.length > 0) return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const readme = readdirSync(folder).find((name) => /^readme\b/i.test(name))
  const part = readme && /^#+ licen[cs]e\s*\n([^]*)$/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1]
  if (part?.includes('Permission is hereby granted')) return part
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const name = typeof author === 'string' ? author : author?.name
  if (license === 'MIT' && name) return `MIT License\n\nCopyright (c) ${name}\n\n${permission}`
  throw new Error(`${folder} has no license that could be shown`)
}

/** @param {string} text */
const tidy = (text) =>
  text
    .replaceAll('\r', '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()

/**
 * The notices of all packages that the last build found, and of those that are packaged as they are.
 * @param {string} root
 * @returns {string}
 */
export function makeNotices(root) {
  const folders = [...bundledPackages(root), ...desktopDependencies.map((name) => `node_modules/${name}`)]
  /** @type {Map<string, string>} */
  const byName = new Map()
  const { terms, holders } = sourceNotices(join(root, sqliteSource))
  byName.set('SQLite3 Multiple Ciphers', ['MIT License', holders.join('\n'), permission, ...terms].join('\n\n'))
  for (const folder of folders) {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    byName.set(name, tidy(licenseOf(join(root, folder))))
  }
  const line = '-'.repeat(40)
  const sorted = [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [head, ...sorted.map(([name, text]) => `${line}\n${name}\n\n${text}\n`)].join('\n')
}

if (import.meta.filename === process.argv[1]) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const path = join(root, noticesFile)
  await buildIfStale()
  const notices = makeNotices(root)
  if (process.argv.includes('--fix')) writeFileSync(path, notices)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== notices) {
    console.error(`${noticesFile} is not that of the bundled packages; run npm run notices -- --fix`)
    process.exitCode = 1
  }
}
