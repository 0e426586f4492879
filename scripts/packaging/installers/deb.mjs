// A Debian package of a folder (deb-control(5)).
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runTool } from './run-tool.mjs'

/**
 * @typedef {object} Installer
 * @property {string} folder for temporary files
 * @property {string} root the folder with the installed files at their full paths
 * @property {string} output the path of the package
 * @property {string} name
 * @property {string} version
 * @property {string} architecture as the system names it
 * @property {string} maintainer
 * @property {string} url
 * @property {string} description in a deb its first line is a summary
 * @property {string | null} summary
 * @property {string | null} license
 * @property {readonly string[]} depends
 * @property {readonly string[]} recommends
 * @property {string} afterInstall a script
 * @property {string} afterRemove a script
 */

/** @param {Installer} installer */
export function buildDeb(installer) {
  const { root, output, afterInstall, afterRemove } = installer
  const files = listFiles(root)
  const control = join(root, 'DEBIAN')
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlOf(installer, files))
  writeFileSync(join(control, 'md5sums'), files.map((path) => `${hashOf(path)}  ${relative(root, path)}\n`).join(''))
  writeScript(afterInstall, join(control, 'postinst'))
  writeScript(afterRemove, join(control, 'postrm'))
  chmodSync(root, 0o755)
  runTool('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', root, output])
}

/**
 * @param {string} from
 * @param {string} to
 */
function writeScript(from, to) {
  copyFileSync(from, to)
  chmodSync(to, 0o755)
}

/**
 * @param {Installer} installer
 * @param {readonly string[]} files
 */
function controlOf(installer, files) {
  const { name, version, architecture, maintainer, url, depends, recommends } = installer
  const kilobytes = files.reduce((sum, path) => sum + Math.ceil(lstatSync(path).size / 1024), 0)
  const fields = [
    ['Package', name],
    ['Version', version],
    ['Architecture', architecture],
    ['Maintainer', maintainer],
    ['Installed-Size', String(kilobytes)],
    ...(depends.length === 0 ? [] : [['Depends', depends.join(', ')]]),
    ...(recommends.length === 0 ? [] : [['Recommends', recommends.join(', ')]]),
    ['Section', 'default'],
    ['Priority', 'optional'],
    ['Homepage', url],
    ['Description', describe(installer.description)],
  ]
  return fields.map(([field, value]) => `${field}: ${value}\n`).join('')
}

/**
 * Formats a description: lines after the first begin with a space, and an empty line is a dot.
 * @param {string} description
 */
function describe(description) {
  const [summary = '', ...rest] = description.split('\n').map((line) => line.trim())
  return [summary, ...rest.map((line) => ` ${line === '' ? '.' : line}`)].join('\n')
}

/**
 * All files, without folders and links.
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** @param {string} path */
const hashOf = (path) => createHash('md5').update(readFileSync(path)).digest('hex')
