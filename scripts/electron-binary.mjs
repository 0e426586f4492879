// Electron's own binary: where it lies, and its download within a bounded time.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { node, run } from './child.mjs'

const electronPackage = fileURLToPath(new URL('../node_modules/electron', import.meta.url))

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
 * The Electron that is already there: `ELECTRON_OVERRIDE_DIST_PATH`, else the one in node_modules.
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
 * Lets the electron package download its binary; gives up at once when the network says no, else after the time given.
 * @param {number} timeoutMs
 * @returns {Promise<ElectronBinary | { missing: string }>}
 */
export async function downloadElectron(timeoutMs) {
  const { ok, timedOut, output } = await run(node, [join(electronPackage, 'install.js')], { timeoutMs })
  const found = ok ? findElectron() : null
  if (found) return found
  const reason = timedOut
    ? `not done after ${String(timeoutMs / 1000)} s`
    : (/Error: (.*)/.exec(output)?.[1] ?? 'failed')
  return { missing: `Electron's binary could not be downloaded (${reason})` }
}

/** The version that this project is built for. */
export const installedElectronVersion = () =>
  String(JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version)
