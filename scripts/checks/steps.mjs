// The steps of `npm test`: the build first, then the fastest first. Each step returns its counts and, if it could not run, the reason.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../build.mjs'
import { node, run } from '../child.mjs'
import { countTests } from './count-tests.mjs'
import { findChromium, findElectron, findPrograms } from './needs.mjs'

/** @typedef {import('./results.mjs').Count} Count */

const root = fileURLToPath(new URL('../..', import.meta.url))
/** @returns {Count} */
const passed = () => ({ passed: 1, failed: 0, skipped: 0 })
/** @returns {Count} */
const failed = () => ({ passed: 0, failed: 1, skipped: 0 })

/**
 * A check that passes or fails as one.
 * @param {string} name
 * @param {readonly [script: string, ...args: string[]]} command a script of the project or below node_modules, and its arguments
 * @param {string} [part]
 */
const check = (name, [script, ...args], part = 'static') => ({
  name,
  part,
  run: async () => {
    const { ok, output } = await run(node, [join(root, script), ...args], { cwd: root })
    if (ok) return passed()
    console.log(output)
    return failed()
  },
})

/** @param {string} reason @returns {Count} */
const cannotRun = (reason) => ({ passed: 0, failed: 0, skipped: 1, reason })

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} part the words of `npm test -- …` that choose it
 * @property {() => Promise<Count>} run
 * @property {() => Promise<unknown>} [prepare] is called when the first step starts
 * @property {readonly string[]} [beside] the names of steps: it starts with the first of them, and prints in its place
 */

/** @type {readonly Step[]} */
export const steps = [
  {
    name: 'build',
    // The unit tests start threads and commands from it.
    part: 'unit browser desktop',
    run: async () => {
      try {
        await buildIfStale()
        return passed()
      } catch {
        return failed()
      }
    },
  },
  // Browser and desktop tests start from their data.
  check('filled demos', ['scripts/checks/fill-demos.mjs'], 'browser desktop'),
  check('lock file', ['scripts/lockfile.mjs']),
  check('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  check('lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']),
  check('lint with types', ['node_modules/oxlint/bin/oxlint']),
  // Of components and all other files at once: TypeScript 7 checks them with what svelte-check makes of the components.
  check('types', [
    'node_modules/svelte-check/bin/svelte-check',
    ...['--tsconfig', './tsconfig.json', '--tsgo', '--fail-on-warnings', '--output', 'human'],
  ]),
  check('imports', [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
  ]),
  check('texts', ['scripts/messages/check.mjs']),
  check('unused code', ['node_modules/knip/bin/knip.js']),
  {
    name: 'unit tests',
    part: 'unit',
    run: async () => {
      const missing = await findPrograms()
      const count = await countTests(['node', 'renderer'])
      return missing === null ? count : { ...count, reason: missing }
    },
  },
  {
    name: 'browser tests',
    part: 'browser',
    prepare: findChromium,
    run: async () => {
      const missing = await findChromium()
      return missing === null ? countTests(['browser'], { repeats: true }) : cannotRun(missing)
    },
  },
  {
    name: 'desktop tests',
    part: 'desktop',
    prepare: findElectron,
    // They mostly wait for Electron.
    beside: ['lock file', 'unit tests'],
    run: async () => {
      const missing = await findElectron()
      return missing === null ? countTests(['desktop'], { echo: false, repeats: true }) : cannotRun(missing)
    },
  },
]
