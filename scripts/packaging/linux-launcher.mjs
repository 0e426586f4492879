// `tidemark` in PATH after a deb or rpm was installed: electron-builder's scripts link the app itself. Here they link the
// launcher of the command line (resources/launchers/tidemark-linux), which can also open the app.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'))
const templates = join(dirname(resolve('app-builder-lib/package.json')), 'templates', 'linux')
const app = "'/opt/${sanitizedProductName}/${executable}'"
const launcher = "'/opt/${sanitizedProductName}/resources/bin/${executable}'"

/**
 * The script with the launcher instead of the app. Throws if the script does not name the app, as in another release of electron-builder.
 * @param {string} template a script of electron-builder
 */
export function withLauncher(template) {
  if (!template.includes(app)) throw new Error(`electron-builder's install script has no ${app}`)
  return template.replaceAll(app, launcher)
}

/** @param {string} folder where the scripts are written */
export const writeInstallScripts = (folder) => ({
  afterInstall: writeScript(folder, 'after-install.tpl'),
  afterRemove: writeScript(folder, 'after-remove.tpl'),
})

/**
 * @param {string} folder
 * @param {string} name
 */
function writeScript(folder, name) {
  const path = join(folder, name)
  writeFileSync(path, withLauncher(readFileSync(join(templates, name), 'utf8')))
  return path
}
