// What tests need from the computer: each is looked for or installed once, and answers with one line when it is missing.
import { prepareChromium } from '../chromium.mjs'
import { ensureDebianPackages } from '../debian.mjs'
import { prepareElectron } from '../electron/runtime.mjs'

/** @typedef {() => Promise<string | null>} Find */

/** @param {Find} find @returns {Find} */
function once(find) {
  /** @type {Promise<string | null> | null} */
  let found = null
  return () => (found ??= find())
}

/**
 * The programs that read exports, the shells of completion, the PostgreSQL of the mirror, a keyring, and the builder of rpm packages.
 * If one is missing, its tests are skipped and the line of the unit tests gives the reason.
 */
export const findPrograms = once(() =>
  ensureDebianPackages([
    ...['hledger', 'ledger', 'beancount', 'zsh', 'fish', 'postgresql', 'rpm'],
    ...['dbus-daemon|dbus', 'gnome-keyring', 'libsecret-1-0'],
  ]),
)

/** Both kinds, before their tests look for them. */
export const findChromium = once(async () => {
  const found = await Promise.all([prepareChromium('headless'), prepareChromium('complete')])
  return found.flatMap((browser) => ('missing' in browser ? browser.missing : []))[0] ?? null
})

/** Downloading and compiling takes minutes, so it begins before its tests. */
export const findElectron = once(async () => {
  const found = await prepareElectron()
  return 'missing' in found ? found.missing : null
})
