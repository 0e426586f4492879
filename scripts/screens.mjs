// `npm run screens -- [options]`: takes pictures of every screen into docs/screens/; see scripts/screens/take.ts.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node } from './child.mjs'

await buildIfStale()
const script = fileURLToPath(new URL('screens/take.ts', import.meta.url))
process.exitCode = await handOver(node, [script, ...process.argv.slice(2)])
