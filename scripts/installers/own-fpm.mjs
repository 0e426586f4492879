import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What builds each package. */
const tools = { deb: 'dpkg-deb', rpm: 'rpmbuild' }

/**
 * The builder of this folder, where this system has what it needs; null leaves fpm to electron-builder, which downloads it.
 * @param {string | undefined} target the one installer that is built; without it all of them are
 */
export function ownFpm(target) {
  const needed = Object.entries(tools).filter(([name]) => target === undefined || target === name)
  const isThere = needed.every(([, tool]) => spawnSync(tool, ['--version']).status === 0)
  return needed.length > 0 && isThere ? fileURLToPath(new URL('fpm.mjs', import.meta.url)) : null
}
