// What only a release needs: `npm run proof` runs it, and `npm test` names it in its last lines.
import { findChromium, findElectron, findPrograms } from './needs.mjs'
import { findTestsWith } from './property-tests.mjs'

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {string} about what it shows, for the last lines of `npm test`
 * @property {readonly string[]} files
 * @property {readonly string[]} [projects] `proof` if missing
 * @property {NodeJS.ProcessEnv} [env]
 * @property {readonly import('./needs.mjs').Find[]} needs
 */

/** Every `*.proof.ts` belongs to one of these. @type {readonly Proof[]} */
export const proofs = [
  {
    name: 'benches',
    about: 'every benchmark at a small size',
    files: ['main', 'e2e', 'desktop'].map((folder) => `test/${folder}/benches.proof.ts`),
    needs: [findPrograms, findChromium, findElectron],
  },
  {
    name: 'sizes',
    about: 'every screen at every width, language and theme, and by a Russian keyboard',
    files: ['test/e2e/screens/sizes.proof.ts', 'test/e2e/screens/keyboard.proof.ts'],
    needs: [findChromium],
  },
  {
    name: 'exports',
    about: 'workbook and Parquet by clicks',
    files: ['test/e2e/exports.proof.ts'],
    needs: [findChromium],
  },
  {
    name: 'refusals',
    about: 'a service that refuses each endpoint in turn',
    files: ['test/main/recorded/refused-endpoints.proof.ts'],
    needs: [],
  },
  {
    name: 'properties',
    about: 'three times as many random cases of the larger property tests',
    get files() {
      return findTestsWith('numRuns: runs(')
    },
    projects: ['node'],
    env: { TIDEMARK_TEST_RUNS: 'all' },
    needs: [],
  },
  {
    name: 'threads',
    about: 'settings of V8 that change while threads collect garbage',
    files: ['test/main/host/v8-settings.proof.ts'],
    needs: [],
  },
  {
    name: 'damage',
    about: 'a damaged page of each table and index of the cache',
    files: ['test/main/profile/cache-damage/cache-damage.proof.ts'],
    needs: [],
  },
  {
    name: 'reports',
    about: 'the accounts of all reports a thousand times as large, on every past day and in the mirror',
    files: ['test/main/reported/same-scaled.proof.ts', 'test/main/reported/same-past.proof.ts'],
    needs: [findPrograms],
  },
  { name: 'package', about: 'the packaged app', files: ['test/desktop/packed.proof.ts'], needs: [findElectron] },
]
