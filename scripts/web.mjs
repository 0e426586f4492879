// `npm run web -- [arguments]`: starts the local web host; see src/main/host/command-line.ts for its arguments.
import './no-debugger.mjs'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver, node, withoutDebugger } from './child.mjs'

const host = fileURLToPath(new URL('../out/main/web.js', import.meta.url))
/** The exit code of the host after a fatal fault, when its data is closed: `faultExitCode` of src/main/host/process-end.ts. */
const faultExitCode = 70

/**
 * Runs the web host until it exits, and once more after a fatal fault.
 * @param {readonly string[]} args
 * @param {string} script the built host
 * @returns {Promise<number>} its exit code
 */
export async function serveWeb(args, script = host) {
  const serve = () => handOver(node, [...withoutDebugger, script, ...args])
  const code = await serve()
  if (code !== faultExitCode) return code
  console.error('Tidemark starts again. Open the new address.')
  return serve()
}

if (import.meta.filename === process.argv[1]) {
  await buildIfStale()
  process.exitCode = await serveWeb(process.argv.slice(2))
}
