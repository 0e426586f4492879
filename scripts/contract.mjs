// `npm run contract`: prints every request and topic with its JSON Schemas.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node } from './child.mjs'

await buildIfStale()
process.exitCode = await handOver(node, [fileURLToPath(new URL('../out/main/contract-print.js', import.meta.url))])
