// The steps of `npm test`, fastest first. Each step returns its counts and, if it could not run, the reason.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { node, run } from './child.mjs'
import { prepareChromium } from './chromium.mjs'
import { countTests } from './count-tests.mjs'
import { ensureDebianPackages } from './debian.mjs'
import { prepareElectron } from './electron/runtime.mjs'

/** @typedef {import('./count-tests.mjs').Count} Count */

const root = fileURLToPath(new URL('..', import.meta.url))
/** @returns {Count} */
const passed = () => ({ passed: 1, failed: 0, skipped: 0 })
/** @returns {Count} */
const failed = () => ({ passed: 0, failed: 1, skipped: 0 })

/**
 * A check that passes or fails as one.
 * @param {string} name
 * @param {readonly [script: string, ...args: string[]]} command a script below node_modules or this folder, and its arguments
 */
const check = (name, [script, ...args]) => ({
  name,
  part: 'static',
  run: async () => {
    const { ok, output } = await run(node, [join(root, script), ...args], { cwd: root })
    if (ok) return passed()
    console.log(output)
    return failed()
  },
})

/** @param {string} reason @returns {Count} */
const cannotRun = (reason) => ({ passed: 0, failed: 0, skipped: 1, reason })

/** @type {ReturnType<typeof prepareElectron> | null} */
let electronFound = null
/** Downloading and compiling takes minutes, so it begins before its tests. */
const findElectron = () => (electronFound ??= prepareElectron())

/** Both kinds, before their tests look for them. @returns {Promise<string | null>} what is missing */
async function findBrowsers() {
  const found = await Promise.all([prepareChromium('headless'), prepareChromium('complete')])
  return found.flatMap((browser) => ('missing' in browser ? browser.missing : []))[0] ?? null
}
/** @type {ReturnType<typeof findBrowsers> | null} */
let browsers = null
const findChromium = () => (browsers ??= findBrowsers())

/** @param {string} project @param {{ echo?: boolean }} [options] @returns {Promise<Count>} */
async function countBrowserTests(project, options = {}) {
  const missing = await findChromium()
  return missing === null ? countTests([project], options) : cannotRun(missing)
}

/**
 * The programs that read exports, the shells of completion, the PostgreSQL of the mirror, a keyring, and the builder of rpm packages.
 * If one is missing, its tests are skipped and the line of the unit tests gives the reason.
 */
const unitTestPackages = [
  ...['hledger', 'ledger', 'beancount', 'zsh', 'fish', 'postgresql', 'rpm'],
  ...['dbus-daemon|dbus', 'gnome-keyring', 'libsecret-1-0'],
]

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} part the words of `npm test -- …` that choose it
 * @property {() => Promise<Count>} run
 * @property {() => Promise<unknown>} [prepare] is called when the first step starts
 * @property {string} [beside] the name of a step: both start at the same time, and this one prints in its place
 */

/** @type {readonly Step[]} */
export const steps = [
  check('lock file', ['scripts/lockfile.mjs']),
  check('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']),
  check('lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']),
  check('lint with types', ['node_modules/oxlint/bin/oxlint']),
  check('types of components', [
    'node_modules/svelte-check/bin/svelte-check',
    ...['--tsconfig', './tsconfig.components.json', '--fail-on-warnings', '--output', 'human'],
  ]),
  check('types', ['node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.']),
  check('imports', [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
  ]),
  check('texts', ['scripts/messages/check.mjs']),
  check('unused code', ['node_modules/knip/bin/knip.js']),
  {
    name: 'build',
    part: 'browser desktop',
    run: async () => {
      try {
        await buildIfStale()
        return passed()
      } catch {
        return failed()
      }
    },
  },
  {
    name: 'unit tests',
    part: 'unit',
    run: async () => {
      const missing = await ensureDebianPackages(unitTestPackages)
      const count = await countTests(['node', 'renderer'])
      return missing === null ? count : { ...count, reason: missing }
    },
  },
  {
    name: 'browser tests',
    part: 'browser',
    prepare: findChromium,
    run: () => countBrowserTests('browser'),
  },
  {
    name: 'browser tests that wait',
    part: 'browser',
    // They mostly wait for the request budget, and the desktop tests for Electron.
    beside: 'browser tests',
    run: () => countBrowserTests('browser-waiting', { echo: false }),
  },
  {
    name: 'desktop tests',
    part: 'desktop',
    prepare: findElectron,
    beside: 'browser tests',
    run: async () => {
      const electron = await findElectron()
      return 'missing' in electron ? cannotRun(electron.missing) : countTests(['desktop'], { echo: false })
    },
  },
]
