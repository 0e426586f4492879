// `npm run fuzz -- [RUNS]`: runs the property tests repeatedly with new random cases; prints the seed of each run.
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { findTestsWith } from './checks/property-tests.mjs'
import { node, run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = findTestsWith("from 'fast-check'")

let failures = 0
for (let left = Number(process.argv[2] ?? 10); left > 0; left--) {
  const seed = String(randomInt(2 ** 31))
  const { ok, output } = await run(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=node', '--project=renderer', ...files],
    { cwd: root, env: { ...process.env, TIDEMARK_TEST_SEED: seed, TIDEMARK_TEST_RUNS: 'all' } },
  )
  console.log(`${ok ? 'ok    ' : 'FAILED'} TIDEMARK_TEST_SEED=${seed}`)
  if (ok) continue
  failures += 1
  console.log(output.replaceAll(/path: "[^"]*"/g, 'path: …').slice(-8_000))
}
process.exitCode = failures > 0 ? 1 : 0
