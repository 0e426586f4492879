#!/usr/bin/env node
// `npx tidemark COMMAND [options]`: reads the data of Tidemark on this computer; see src/main/cli.ts.
import './no-debugger.mjs'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node, withoutDebugger } from './child.mjs'
import { oneArena } from './one-arena.mjs'

await buildIfStale()
process.exitCode = await handOver(
  node,
  [...withoutDebugger, fileURLToPath(new URL('../out/main/cli.js', import.meta.url)), ...process.argv.slice(2)],
  { env: { ...process.env, ...oneArena } },
)
