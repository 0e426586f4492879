// `npm run electron`: prepares an Electron that desktop tests can start, with the system packages it needs.
import { ensureDebianPackages } from '../debian.mjs'
import { downloadElectron, findElectron } from './binary.mjs'
import { buildSubstituteNative } from './substitute-native.mjs'
import { installSubstituteElectron } from './substitute.mjs'

// Libraries that Electron loads; a display, a session bus and a Secret Service for tests; tools to unpack the substitute.
const systemPackages = [
  ...[
    'xvfb',
    'xauth',
    'dbus',
    'dbus-daemon|dbus',
    'gnome-keyring',
    'libsecret-1-0',
    'fonts-dejavu-core',
    'unzip',
    'util-linux',
  ],
  ...['libgtk-3-0t64|libgtk-3-0', 'libnss3', 'libasound2t64|libasound2', 'libgbm1', 'libdrm2', 'libxss1'],
  ...['libatk-bridge2.0-0t64|libatk-bridge2.0-0', 'libatspi2.0-0t64|libatspi2.0-0', 'libcups2t64|libcups2'],
  ...['libxkbcommon0', 'libxcomposite1', 'libxdamage1', 'libxrandr2'],
]
const compilerPackages = ['build-essential', 'python3']

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executablePath
 * @property {string | null} nativeBinding a better-sqlite3 that loads in it; null: the installed one does
 * @property {string} version
 */

/**
 * An Electron for tests (the one in node_modules, its download, or a substitute) and the system packages it needs.
 * @returns {Promise<ElectronRuntime | { missing: string }>} `missing` says in one line what is not available
 */
export async function prepareElectron() {
  const missing = await ensureDebianPackages(systemPackages)
  if (missing !== null) return { missing }
  const own = findElectron() ?? (await downloadElectron())
  if (!('missing' in own)) return { ...own, nativeBinding: null }
  const substitute = await installSubstituteElectron()
  if ('missing' in substitute) return { missing: `${own.missing}; ${substitute.missing}` }
  let native = await buildSubstituteNative()
  if ('missing' in native) {
    const noCompiler = await ensureDebianPackages(compilerPackages)
    if (noCompiler !== null) return { missing: `${own.missing}; ${noCompiler}` }
    native = await buildSubstituteNative()
  }
  return 'missing' in native ? native : { ...substitute, nativeBinding: native.nativeBinding }
}

if (import.meta.filename === process.argv[1]) {
  const runtime = await prepareElectron()
  if ('missing' in runtime) {
    console.error(runtime.missing)
    process.exitCode = 1
  } else {
    console.log(`Electron ${runtime.version}: ${runtime.executablePath}`)
  }
}
