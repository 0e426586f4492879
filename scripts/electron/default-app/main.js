// Replaces Electron's default app in the runtime of the tests: `electron [flags] path/to/app [arguments]`.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const position = process.argv.findIndex((argument, index) => index > 0 && !argument.startsWith('-'))

async function start() {
  const folder = resolve(process.argv[position])
  const { main, name, productName, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  app.setAppPath(folder)
  app.setName(productName ?? name)
  if (version) app.setVersion(version)
  // As the app expects: Electron's path, the app's path, then its arguments.
  process.argv.splice(1, position - 1)
  process.defaultApp = true
  await import(pathToFileURL(join(folder, main ?? 'index.js')).href)
}

if (position < 0) {
  console.log(JSON.stringify(process.versions))
  app.exit(0)
} else {
  // Awaited, so that Electron becomes ready only after the app's module has been evaluated.
  await start().catch((error) => {
    console.error(error)
    app.exit(1)
  })
}
