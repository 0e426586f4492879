// The configuration of electron-builder for the staged app.

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
    extraResources: [launcher('tidemark-linux', 'tidemark')],
    icon: 'resources/icons',
    category: 'Office;Finance;',
    synopsis: 'A portfolio monitor in the tray',
    maintainer: 'Tidemark <tidemark@localhost>',
    target: ['AppImage', 'deb', 'rpm'],
    // The desktop entry has the same name as the windows, so that a panel finds their icon.
    syncDesktopName: true,
    desktop: { entry: { Keywords: 'portfolio;stocks;broker;' } },
  },
  deb: { ...installed.installScripts, fpm: installed.completion.deb },
  rpm: { ...installed.installScripts, fpm: installed.completion.rpm },
  mac: {
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
    icon: 'resources/icon.png',
    extraResources: [launcher('tidemark.cmd', 'tidemark.cmd')],
    target: ['nsis'],
  },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
})
