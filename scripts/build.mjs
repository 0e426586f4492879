// Builds when what was built is missing or older than what it is built from.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node, run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['src', 'resources', 'package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.json']
const results = ['out/main/index.js', 'out/main/web.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** @param {string} path @returns {number} */
function newestIn(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  // The folder's own time too: it tells of a file that was taken away.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

function isFresh() {
  const builtAt = results.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...sources.map((path) => newestIn(join(root, path)))) < Math.min(...builtAt)
}

/** Sees to it that `out/` is of these sources. Says so on standard error, which leaves standard output to the app. */
export async function buildIfStale() {
  if (isFresh()) return
  console.error('Building Tidemark …')
  const { ok, output } = await run(
    node,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
    },
  )
  if (ok) return
  console.error(output)
  throw new Error('The build failed')
}
