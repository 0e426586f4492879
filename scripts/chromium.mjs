// A Chromium for browser tests and for drawing icons.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { canInstall, ensureDebianPackages } from './debian.mjs'

/** The shell without the parts of a visible browser comes first: tests with it need a quarter less CPU time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium() {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [process.env['CHROMIUM_PATH'] ?? '', ...onPath, chromium.executablePath()]
  return candidates.find((path) => path !== '' && isExecutable(path)) ?? null
}

/**
 * Finds a Chromium: `CHROMIUM_PATH`, the system's or Playwright's; otherwise installs Debian's when running as root.
 * @returns {Promise<{ executablePath: string } | { missing: string }>}
 */
export async function prepareChromium() {
  const found = findChromium()
  if (found !== null) return { executablePath: found }
  const missing = canInstall()
    ? await ensureDebianPackages(['chromium-headless-shell|chromium', 'fonts-dejavu-core'])
    : 'no Chromium found: install chromium, set CHROMIUM_PATH, or run `npx playwright install chromium`'
  if (missing !== null) return { missing }
  const executablePath = findChromium()
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
