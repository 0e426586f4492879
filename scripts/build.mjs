// Builds the app when `out/` is missing or older than its sources.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node, run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'src',
  'messages',
  'resources',
  'package.json',
  'package-lock.json',
  'scripts/packaging/bundled-packages.mjs',
  'electron.vite.config.ts',
  'tsconfig.json',
]
const results = [
  ...['out/main/index.js', 'out/main/web.js', 'out/main/cli.js'],
  ...['out/preload/index.cjs', 'out/renderer/index.html', 'out/packages/main.json'],
]

/** @param {string} path @returns {number} */
function newestIn(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  // Includes the folder's own time, which changes when a file is removed.
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** Whether `out/` has all results, newer than their sources. */
export function isBuilt() {
  const builtAt = results.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...sources.map((path) => newestIn(join(root, path)))) < Math.min(...builtAt)
}

/** Builds if needed. Prints to standard error, because standard output belongs to the app. */
export async function buildIfStale() {
  if (isBuilt()) return
  console.error('Building Tidemark…')
  const { ok, output } = await run(
    node,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
    },
  )
  if (ok) return
  console.error(output)
  throw new Error('The build failed: see the output above')
}
