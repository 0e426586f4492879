// The configuration of electron-builder for the staged app.
import { noticesFile } from './notices.mjs'

/**
 * @typedef {object} Packing
 * @property {string} app the staged folder
 * @property {string} output
 * @property {string | null} electronDist a local Electron; null downloads one
 * @property {string} electronVersion
 * @property {string | null} updateFeed the update feed; null turns updates off
 * @property {{ afterInstall: string, afterRemove: string }} installScripts of deb and rpm; see linux-launcher.mjs
 * @property {{ deb: string[], rpm: string[] }} completion of the shells; see installers/completion-files.mjs
 */

/**
 * The reason why an app with this update feed must not be packaged; null if it may.
 * @param {string | null} feed
 * @param {boolean} hasKey whether resources/update-key.pem exists
 */
export function whyNoFeed(feed, hasKey) {
  if (feed === null) return null
  if (!/^https:\/\/[^/]/.test(feed)) return 'TIDEMARK_UPDATE_FEED must begin with https://'
  return hasKey ? null : 'An update feed needs resources/update-key.pem: run npm run release -- key FILE'
}

/**
 * The command line's launcher, in the folder `bin` of the resources.
 * @param {string} from
 * @param {string} name
 */
const launcher = (from, name) => ({ from: `resources/launchers/${from}`, to: `bin/${name}` })

/** What root runs to install an update of a deb or rpm. */
const installerOfUpdates = [
  { from: 'resources/installers/install-update', to: 'installers/install-update' },
  { from: 'resources/update-key.pem', to: 'installers/update-key.pem' },
]

/**
 * The programs that `install-update` needs, as arguments of fpm.
 * @param {string | null} updateFeed
 */
const neededFor = (updateFeed) => (updateFeed === null ? [] : ['--depends', 'openssl'])

/**
 * @param {Packing} packing
 * @returns {import('electron-builder').Configuration}
 */
export const packageConfig = ({ app, output, electronDist, electronVersion, updateFeed, ...installed }) => ({
  appId: 'app.tidemark.desktop',
  productName: 'Tidemark',
  directories: { app, output, buildResources: 'resources' },
  ...(electronDist === null ? {} : { electronDist }),
  electronVersion,
  npmRebuild: false,
  nodeGypRebuild: false,
  asar: true,
  extraFiles: [{ from: noticesFile, to: 'THIRD-PARTY-NOTICES.txt' }],
  // Native libraries cannot be loaded from an archive.
  asarUnpack: ['**/*.node'],
  electronLanguages: ['en-US'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  },
  publish: updateFeed === null ? null : [{ provider: 'generic', url: updateFeed }],
  linux: {
    executableName: 'tidemark',
    // Root reads the key beside its script: within the archive of the app a shell could not.
    extraResources: [launcher('tidemark-linux', 'tidemark'), ...(updateFeed === null ? [] : installerOfUpdates)],
    icon: 'resources/icons',
    category: 'Office;Finance;',
    synopsis: 'A portfolio monitor in the tray',
    maintainer: 'Tidemark <tidemark@localhost>',
    target: ['AppImage', 'deb', 'rpm'],
    // The desktop entry has the same name as the windows, so that a panel finds their icon.
    syncDesktopName: true,
    desktop: { entry: { Keywords: 'portfolio;stocks;broker;' } },
  },
  deb: { ...installed.installScripts, fpm: [...installed.completion.deb, ...neededFor(updateFeed)] },
  rpm: { ...installed.installScripts, fpm: [...installed.completion.rpm, ...neededFor(updateFeed)] },
  mac: {
    // The system compares the signature of an update with that of the installed app.
    forceCodeSigning: updateFeed !== null,
    extraResources: [launcher('tidemark-mac', 'tidemark')],
    icon: 'resources/icon.png',
    category: 'public.app-category.finance',
    // Updates use the archive; users install from the disk image.
    target: updateFeed === null ? ['dmg'] : ['dmg', 'zip'],
    hardenedRuntime: true,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },
  win: {
    // The updater compares the publisher of an installer with that of the installed app.
    forceCodeSigning: updateFeed !== null,
    icon: 'resources/icon.png',
    extraResources: [launcher('tidemark.cmd', 'tidemark.cmd')],
    target: ['nsis'],
  },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
})
