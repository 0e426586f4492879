// A Chromium for browser tests and for drawing icons.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { canInstall, ensureDebianPackages } from './debian.mjs'

/** @typedef {'headless' | 'complete'} Kind a shell without the parts of a visible browser, or a browser as people use it */

const complete = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The programs of each kind. With the shell, tests need a quarter less CPU time; it shows no notifications. */
const programs = { headless: ['chromium-headless-shell', ...complete], complete }
const packages = { headless: 'chromium-headless-shell|chromium', complete: 'chromium' }

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {Kind} kind */
function findChromium(kind) {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => programs[kind].map((name) => join(folder, name)))
  const candidates = [process.env['CHROMIUM_PATH'] ?? '', ...onPath, chromium.executablePath()]
  return candidates.find((path) => path !== '' && isExecutable(path)) ?? null
}

/**
 * Finds a Chromium: `CHROMIUM_PATH`, the system's or Playwright's; otherwise installs Debian's when running as root.
 * @param {Kind} kind
 * @returns {Promise<{ executablePath: string } | { missing: string }>}
 */
export async function prepareChromium(kind = 'headless') {
  const found = findChromium(kind)
  if (found !== null) return { executablePath: found }
  const missing = canInstall()
    ? await ensureDebianPackages([packages[kind], 'fonts-dejavu-core'])
    : 'no Chromium found: install chromium, set CHROMIUM_PATH, or run `npx playwright install chromium`'
  if (missing !== null) return { missing }
  const executablePath = findChromium(kind)
  return executablePath === null ? { missing: 'the installed package contains no Chromium' } : { executablePath }
}

/** Flags for tests: no background requests and no first-run questions; as root the sandbox cannot run. */
export const chromiumArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

if (import.meta.filename === process.argv[1]) console.log(await prepareChromium())
