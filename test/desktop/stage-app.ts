import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { makeFolder } from './ordinary-user.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) })
const readManifest = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/**
 * Lays the built app in a folder of its own, as it would be packaged: what was built, resources, and production
 * dependencies only, with the better-sqlite3 that loads in the runtime. Returns the folder.
 */
export function stageApp(nativeBinding: string | null, projectFolder = root): string {
  const app = makeFolder('app', false)
  const { name, productName, version, type, main, dependencies } = readManifest(projectFolder)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, productName, version, type, main, dependencies }))
  for (const folder of ['out', 'resources']) cpSync(join(projectFolder, folder), join(app, folder), { recursive: true })
  for (const dependency of closeOver(projectFolder, Object.keys(dependencies))) {
    const from = join(projectFolder, 'node_modules', dependency)
    cpSync(from, join(app, 'node_modules', dependency), {
      recursive: true,
      dereference: true,
      filter: isNeededAtRunTime,
    })
  }
  if (nativeBinding !== null) {
    const target = join(app, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
    mkdirSync(dirname(target), { recursive: true })
    cpSync(nativeBinding, target)
  }
  return app
}

const isNeededAtRunTime = (path: string): boolean => !/better-sqlite3[\\/](deps|src)$/.test(path)

/** The named packages and all that they depend on, as far as they are installed at the top. */
function closeOver(projectFolder: string, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const folder = join(projectFolder, 'node_modules', name)
    if (found.has(name) || !existsSync(folder)) continue
    found.add(name)
    queue.push(...Object.keys(readManifest(folder).dependencies))
  }
  return found
}
