#!/usr/bin/env node
// `npx tidemark COMMAND [options]`: reads the data of Tidemark on this computer; see src/main/cli.ts.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node } from './child.mjs'
import { oneArena } from './one-arena.mjs'

await buildIfStale()
process.exitCode = await handOver(
  node,
  [fileURLToPath(new URL('../out/main/cli.js', import.meta.url)), ...process.argv.slice(2)],
  { env: { ...process.env, ...oneArena } },
)
