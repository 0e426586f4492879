// System packages for tests: checks them with dpkg and installs missing ones when running as root on Debian.
import { existsSync } from 'node:fs'
import { run } from './child.mjs'

/** Whether Debian packages can be installed without a password. */
export const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** The installation that runs; apt does one at a time. @type {Promise<unknown>} */
let current = Promise.resolve()

/**
 * Ensures that Debian packages are installed, after the calls before it have ended.
 * @param {readonly string[]} packages a name, or alternatives as `new-name|old-name`
 * @returns {Promise<string | null>} null when all are installed, otherwise one line that names the missing ones
 */
export function ensureDebianPackages(packages) {
  const installation = current.then(() => installMissing(packages))
  current = installation
  return installation
}

/** @param {readonly string[]} packages */
async function installMissing(packages) {
  if (!existsSync('/usr/bin/dpkg-query')) return null // not Debian: a missing program is reported when it is used
  const missing = await filterMissing(packages)
  if (missing.length === 0) return null
  if (!canInstall()) return `missing system packages: ${missing.map(firstName).join(' ')}`
  console.error(`Installing ${missing.map(firstName).join(' ')}…`)
  await run('apt-get', ['update', '-q'], { timeoutMs: 180_000 })
  const names = []
  for (const alternatives of missing) names.push(await findCandidate(alternatives))
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const installed = await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], { env })
  if (installed.ok) return null
  return `apt-get could not install ${names.join(' ')}: ${installed.output.trim().split('\n').at(-1) ?? ''}`
}

/** @param {string} alternatives */
const firstName = (alternatives) => alternatives.split('|')[0] ?? alternatives

/** @param {readonly string[]} packages */
async function filterMissing(packages) {
  const { output } = await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n'])
  const installed = new Set(
    output.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  )
  return packages.filter((alternatives) => !alternatives.split('|').some((name) => installed.has(name)))
}

/** @param {string} alternatives */
async function findCandidate(alternatives) {
  for (const name of alternatives.split('|')) {
    const { output } = await run('apt-cache', ['policy', name])
    if (/Candidate: [^(]/.test(output)) return name
  }
  return firstName(alternatives)
}
