// What only a release needs: `npm run proof` runs it, and `npm test` names it in its last lines.
import { findChromium, findElectron, findPrograms } from './needs.mjs'

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {string} about what it shows, for the last lines of `npm test`
 * @property {readonly string[]} files
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
    about: 'every screen at every width, language and theme',
    files: ['test/e2e/screens/sizes.proof.ts'],
    needs: [findChromium],
  },
  {
    name: 'refusals',
    about: 'a service that refuses each endpoint in turn',
    files: ['test/main/recorded/refused-endpoints.proof.ts'],
    needs: [],
  },
  { name: 'package', about: 'the packaged app', files: ['test/desktop/packed.proof.ts'], needs: [findElectron] },
]
