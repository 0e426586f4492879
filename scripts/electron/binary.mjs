// Electron's own binary: its location and its download.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { node, run } from '../child.mjs'

const electronPackage = fileURLToPath(new URL('../../node_modules/electron', import.meta.url))
const downloadWatch = pathToFileURL(join(import.meta.dirname, 'download-watch.mjs')).href
/** Effectively no limit, because the download ends itself when no bytes arrive (see download-watch.mjs). */
const maxDownloadMs = 24 * 3_600_000

const executableName =
  process.platform === 'darwin'
    ? join('Electron.app', 'Contents', 'MacOS', 'Electron')
    : process.platform === 'win32'
      ? 'electron.exe'
      : 'electron'

/**
 * @typedef {object} ElectronBinary
 * @property {string} executablePath
 * @property {string} version
 */

/**
 * The Electron that is already on this computer: `ELECTRON_OVERRIDE_DIST_PATH`, else the one in node_modules.
 * @returns {ElectronBinary | null}
 */
export function findElectron() {
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(electronPackage, 'dist')
  const executablePath = join(dist, executableName)
  const versionFile = join(dist, 'version')
  if (!existsSync(executablePath) || !existsSync(versionFile)) return null
  return { executablePath, version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') }
}

/**
 * Runs the electron package's installer, which downloads the binary. Shows progress on standard error. Fails when the
 * network fails or sends nothing for 30 s; a slow download continues as long as bytes arrive.
 * @returns {Promise<ElectronBinary | { missing: string }>}
 */
export async function downloadElectron() {
  console.error('Downloading Electron (about 120 MB, only once) …')
  const { ok, output } = await run(node, ['--import', downloadWatch, join(electronPackage, 'install.js')], {
    timeoutMs: maxDownloadMs,
    echoLines: /^Downloading /,
  })
  const found = ok ? findElectron() : null
  if (found) return found
  const error = /Error: (.*)/.exec(output)?.[1] ?? 'the installer failed'
  // The message of `fetch` when a connection ends before the file is complete.
  const reason = error === 'terminated' ? 'the connection broke; the next start tries again' : error
  return { missing: `Electron's binary could not be downloaded (${reason})` }
}

/** The Electron version that this project is built for. */
export const installedElectronVersion = () =>
  String(JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version)
