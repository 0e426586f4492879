// Prints the size of the packaged app and of each bundle in it.
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** @param {readonly string[]} files */
const bytesOf = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0)

/** @param {number} bytes */
const words = (bytes) =>
  (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`).padStart(10)

/**
 * @param {string} output what electron-builder wrote
 * @param {string} root
 */
export function printSizes(output, root) {
  for (const name of readdirSync(output)) {
    const path = join(output, name)
    if (statSync(path).isDirectory()) {
      if (!/unpacked$|^mac/.test(name)) continue
      const files = filesIn(path)
      console.log(`${words(bytesOf(files))}  installed (${name})`)
      for (const archive of files.filter((file) => file.endsWith('app.asar')))
        console.log(`${words(bytesOf([archive]))}, of which ${relative(path, archive)}`)
    } else if (!/\.ya?ml$|\.blockmap$/.test(name)) console.log(`${words(bytesOf([path]))}  ${name}`)
  }
  for (const part of ['main', 'preload', 'renderer']) {
    const files = filesIn(join(root, 'out', part)).filter((file) => /\.(c?js|css)$/.test(file))
    for (const file of files) console.log(`${words(bytesOf([file]))}  bundle ${relative(root, file)}`)
  }
}
