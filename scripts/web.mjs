// `npm run web -- [arguments]`: the local web host, see src/main/command-line.ts for its arguments.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node } from './child.mjs'

/** @param {readonly string[]} args */
export const serveWeb = (args) =>
  handOver(node, [fileURLToPath(new URL('../out/main/web.js', import.meta.url)), ...args])

if (import.meta.filename === process.argv[1]) {
  await buildIfStale()
  process.exitCode = await serveWeb(process.argv.slice(2))
}
