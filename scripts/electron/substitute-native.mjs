// A better-sqlite3 that loads in the substitute of Electron.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder, installPackages, runOrThrow } from './substitute.mjs'

/**
 * Builds a better-sqlite3 that loads in the substitute: the prebuilt one needs Node-API 10, Electron 33 has 9.
 * @returns {Promise<{ nativeBinding: string } | { missing: string }>}
 */
export async function buildSubstituteNative() {
  const source = fileURLToPath(new URL('../../node_modules/better-sqlite3', import.meta.url))
  // In node_modules it has another name than its own.
  const { name, version: sqliteVersion } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const sqlite = `${String(name)}@${String(sqliteVersion)}`
  const nativeBinding = join(cacheFolder, 'native', `${sqlite}.node`)
  if (existsSync(nativeBinding)) return { nativeBinding }
  await mkdir(dirname(nativeBinding), { recursive: true })
  const work = await mkdtemp(join(cacheFolder, 'work-'))
  try {
    await copyFile(await compile(work, sqlite), `${nativeBinding}.new`)
    await rename(`${nativeBinding}.new`, nativeBinding)
    return { nativeBinding }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Electron from this version on has Node-API 10. */
const firstWithNodeApi10 = 35

/**
 * The better-sqlite3 that loads in an Electron; null when the installed one does. For older versions: the one in
 * `../native` next to it, otherwise a newly compiled one.
 * @param {import('./binary.mjs').ElectronBinary} electron
 * @returns {Promise<string | null>}
 */
export async function findNativeFor({ executablePath, version: electronVersion }) {
  if (Number.parseInt(electronVersion, 10) >= firstWithNodeApi10) return null
  const nativeCopy = join(dirname(dirname(executablePath)), 'native', 'better_sqlite3.node')
  if (existsSync(nativeCopy)) return nativeCopy
  const built = await buildSubstituteNative()
  if ('missing' in built) throw new Error(built.missing)
  return built.nativeBinding
}

/**
 * @param {string} work
 * @param {string} sqlite the package with its version
 */
async function compile(work, sqlite) {
  console.error('Compiling better-sqlite3 for the Electron of the tests…')
  await installPackages(work, [`better-sqlite3@npm:${sqlite}`, 'node-gyp@11.4.2'])
  const folder = join(work, 'node_modules/better-sqlite3')
  const gypFile = join(folder, 'binding.gyp')
  const flags = ['NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT', 'NODE_API_EXPERIMENTAL_NO_WARNING']
  const gyp = await readFile(gypFile, 'utf8')
  await writeFile(gypFile, gyp.replace("'NAPI_VERSION=10'", flags.map((flag) => `'${flag}'`).join(', ')))
  const nodeGyp = join(work, 'node_modules/node-gyp/bin/node-gyp.js')
  const headers = await findHeaders()
  const args = [nodeGyp, 'rebuild', '--release', '--force_build=1', ...(headers ? [`--nodedir=${headers}`] : [])]
  // Optimizing it fully would take twice as long, for tests only.
  await runOrThrow(process.execPath, args, folder, { CFLAGS: '-O1', CXXFLAGS: '-O1' })
  return join(folder, 'build/Release/better_sqlite3.node')
}

/** The folder with `include/node` of a local Node, so that node-gyp does not download the headers. */
async function findHeaders() {
  const nodes = (process.env['PATH'] ?? '').split(':').map((folder) => dirname(folder))
  return nodes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h'))) ?? null
}
