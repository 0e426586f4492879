import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The program that builds each package. */
const tools = { deb: 'dpkg-deb', rpm: 'rpmbuild' }

/**
 * The builder in this folder if this system has its programs; null: electron-builder downloads fpm.
 * @param {string | undefined} target the only installer to build; without it, all are built
 */
export function ownFpm(target) {
  const needed = Object.entries(tools).filter(([name]) => target === undefined || target === name)
  const isThere = needed.every(([, tool]) => spawnSync(tool, ['--version']).status === 0)
  return needed.length > 0 && isThere ? fileURLToPath(new URL('fpm.mjs', import.meta.url)) : null
}
