// `npm run package -- [--dir] [--linux|--mac|--win] [--x64|--arm64] [--target NAME]`: packages the built app for one platform
// into dist/. `--dir` skips the installers, `--target deb` builds only this one. `TIDEMARK_UPDATE_FEED` is the address where
// the packaged app checks for updates.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Arch, build, Platform } from 'electron-builder'
import { buildIfStale } from '../build.mjs'
import { downloadElectron, findElectron, installedElectronVersion } from '../electron/binary.mjs'
import { findNativeFor } from '../electron/substitute-native.mjs'
import { findSubstituteElectron } from '../electron/substitute.mjs'
import { packageConfig, whyNoFeed } from './config.mjs'
import { writeCompletionFiles } from './installers/completion-files.mjs'
import { ownFpm } from './installers/own-fpm.mjs'
import { writeInstallScripts } from './linux-launcher.mjs'
import { printSizes } from './sizes.mjs'
import { stageApp } from './stage-app.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const flag = { type: /** @type {const} */ ('boolean'), default: false }
const { values: wanted } = parseArgs({
  options: { dir: flag, linux: flag, mac: flag, win: flag, x64: flag, arm64: flag, target: { type: 'string' } },
})
const here = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux'
const target = wanted.linux ? 'linux' : wanted.mac ? 'mac' : wanted.win ? 'win' : here
const arch = wanted.arm64 ? 'arm64' : wanted.x64 ? 'x64' : process.arch === 'arm64' ? 'arm64' : 'x64'
const platforms = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS }

const updateFeed = process.env['TIDEMARK_UPDATE_FEED'] || null
const noFeed = whyNoFeed(updateFeed, existsSync(join(root, 'resources', 'update-key.pem')))
if (noFeed !== null) {
  console.error(noFeed)
  process.exit(1)
}
await buildIfStale()
// An fpm that is set in the environment has priority.
if (target === 'linux') process.env['CUSTOM_FPM_PATH'] ??= ownFpm(wanted.target) ?? undefined
const isOwn = target === here && arch === process.arch
const electron = isOwn ? await chooseElectron() : null
const app = mkdtempSync(join(tmpdir(), 'tidemark-package-'))
const scripts = mkdtempSync(join(tmpdir(), 'tidemark-install-scripts-'))
const output = join(root, 'dist')
let failure = ''
try {
  const nodePlatform = { linux: 'linux', mac: 'darwin', win: 'win32' }[target]
  const nativeBinding = electron === null ? null : await findNativeFor(electron)
  stageApp({ from: root, to: app, platform: nodePlatform, arch, nativeBinding })
  await build({
    projectDir: root,
    targets: platforms[target].createTarget(wanted.dir ? ['dir'] : (wanted.target ?? []), Arch[arch]),
    config: packageConfig({
      app,
      output,
      electronDist: electron === null ? null : dirname(electron.executablePath),
      electronVersion: electron?.version ?? installedElectronVersion(),
      updateFeed,
      installScripts: writeInstallScripts(scripts),
      completion: writeCompletionFiles(join(root, 'out/main/cli.js'), scripts),
    }),
  })
} catch (error) {
  failure = explainFailure(error)
} finally {
  for (const folder of [app, scripts]) rmSync(folder, { recursive: true, force: true })
}
printSizes(output, root)
if (failure !== '') {
  console.error(failure)
  // electron-builder sets `process.exitCode` itself.
  process.exit(1)
}

/** The project's own Electron. With `--dir` the Electron of the tests is enough for trying the packaging. */
async function chooseElectron() {
  const own = findElectron() ?? (await downloadElectron())
  if (!('missing' in own)) return own
  const substitute = wanted.dir ? findSubstituteElectron() : null
  if (substitute === null) {
    console.error(`${own.missing}. Set ELECTRON_OVERRIDE_DIST_PATH to a folder that contains one.`)
    process.exit(1)
  }
  console.error(
    `${own.missing}. Using the Electron ${substitute.version} of the tests: for trying only, not for release.`,
  )
  return substitute
}

/**
 * One line with the reason, because a stack trace of electron-builder is of no use.
 * @param {unknown} error
 */
function explainFailure(error) {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  if (!/ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|timeout/i.test(reason)) return `Packaging failed: ${reason}`
  const tools =
    'APPIMAGE_TOOLS_PATH may name a local copy; --target deb and --target rpm need only dpkg-deb and rpmbuild'
  return `No installer was built: electron-builder could not download its tools (AppImage, NSIS): ${reason}. ${tools}. --dir needs none.`
}
