// Copies the app to a folder in its packaged form: build output, resources and runtime dependencies, with the binaries of one
// platform.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

// Without `open`, because only the web host uses it.
export const desktopDependencies = ['better-sqlite3', 'keytar']
const manifestFields = [
  'name',
  'productName',
  'version',
  'description',
  'author',
  'homepage',
  'desktopName',
  'type',
  'main',
]
/** Files of the web host, of `npx tidemark`, the README and the packaging, notices (beside the app), and sources of native modules. */
const excluded = [
  /^out[\\/]main[\\/](web|cli|contract-print)\.js$/,
  /^out[\\/]packages$/,
  /^resources[\\/](THIRD-PARTY-NOTICES\.txt|screenshot\.png|icons|launchers|installers|.*\.(svg|plist))$/,
  /^node_modules[\\/](better-sqlite3[\\/](deps|src|binding\.gyp)|keytar[\\/](src|script|binding\.gyp))$/,
]

/**
 * @typedef {object} Staging
 * @property {string} from the built project
 * @property {string} to an empty folder
 * @property {string} platform as Node names it
 * @property {string} arch as Node names it
 * @property {string | null} nativeBinding a better-sqlite3 to use instead of the installed one
 */

/** @param {Staging} staging */
export function stageApp({ from, to, platform, arch, nativeBinding }) {
  const { dependencies, ...own } = readManifest(from)
  const kept = Object.fromEntries(desktopDependencies.map((dependency) => [dependency, dependencies?.[dependency]]))
  const manifest = Object.fromEntries(manifestFields.map((field) => [field, own[field]]))
  writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifest, dependencies: kept }))
  const isWanted = isFor(platform, arch)
  for (const folder of ['out', 'resources', ...desktopDependencies.map((name) => join('node_modules', name))]) {
    cpSync(join(from, folder), join(to, folder), {
      recursive: true,
      dereference: true,
      filter: (path) => isWanted(relative(from, path)),
    })
  }
  for (const dependency of desktopDependencies) removeDependencies(join(to, 'node_modules', dependency))
  if (nativeBinding === null) return
  // Replaces the binary of the package, which is preferred to a compiled one.
  const target = join(to, `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(nativeBinding, target)
}

/**
 * Whether a file belongs to the app on this platform.
 * @param {string} platform
 * @param {string} arch
 */
function isFor(platform, arch) {
  const isWanted = (/** @type {string} */ name) => name === `${platform}-${arch}` || name === `${platform}-${arch}.node`
  return (/** @type {string} */ path) => {
    if (excluded.some((pattern) => pattern.test(path))) return false
    const parts = path.split(sep)
    const binary = parts[parts.indexOf('prebuilds') + 1]
    return !parts.includes('prebuilds') || binary === undefined || isWanted(binary)
  }
}

/**
 * Removes the dependencies from a manifest. They are needed only for compiling, and the modules are already compiled.
 * @param {string} folder
 */
function removeDependencies(folder) {
  const {
    dependencies: _dependencies,
    devDependencies: _devDependencies,
    scripts: _scripts,
    ...rest
  } = readManifest(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(rest))
}

/**
 * @param {string} folder
 * @returns {Record<string, any>}
 */
function readManifest(folder) {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm ci first`)
  return JSON.parse(readFileSync(path, 'utf8'))
}
