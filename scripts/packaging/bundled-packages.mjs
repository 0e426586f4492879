// Which npm packages are in the bundles, as the build saw them. The notices of the app are made from this list.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file for each part of the build. No package of the app contains this folder. */
export const listsFolder = 'out/packages'

/**
 * The folder of the package that contains a module, from `node_modules` on; null for a module of our own.
 * @param {string} id the path of the module, as any system writes it
 */
export function packageFolderOf(id) {
  const path = id.replaceAll('\\', '/')
  const start = path.indexOf('node_modules/')
  const nested = path.lastIndexOf('node_modules/')
  const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.slice(nested))?.[0]
  return name === undefined ? null : path.slice(start, nested) + name.slice(0, -1)
}

/**
 * A plugin that lists the packages of which a bundle contains code, or a file such as a font.
 * @param {string} part the name of the list
 * @returns {import('vite').Plugin}
 */
export const listBundledPackages = (part) => ({
  name: 'list-bundled-packages',
  generateBundle(_options, bundle) {
    const paths = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
    )
    const folders = new Set(paths.map(packageFolderOf).filter((folder) => folder !== null))
    mkdirSync(listsFolder, { recursive: true })
    writeFileSync(join(listsFolder, `${part}.json`), JSON.stringify([...folders].toSorted(), null, 2))
  },
})

/**
 * The folders of all packages in the bundles of the last build.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function bundledPackages(root) {
  const folder = join(root, listsFolder)
  const lists = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return [...new Set(lists.flat())].toSorted()
}
