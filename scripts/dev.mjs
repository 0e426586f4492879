// `npm run dev -- [--demo small|typical|whale] [--web]`: the app on the demo, for work on its code. A saved file of the renderer
// changes the open window, one of the main process or the preload starts the app again. Only loopback is used.
//
// The app itself does not know of this: it is built as for a package and runs with all its checks. What the development needs is
// added outside of it, in scripts/dev, which no package contains.
import './no-debugger.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { node, withoutDebugger } from './child.mjs'
import { Restarted } from './dev/restarted.mjs'
import { serveRenderer } from './dev/serve-renderer.mjs'
import { watchMain, watchMessages } from './dev/watch.mjs'
import { downloadElectron, findElectron } from './electron/binary.mjs'
import { whyNoWindow } from './electron/window.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.cache/dev')
const { values: wanted } = parseArgs({
  options: { demo: { type: 'string', default: 'small' }, web: { type: 'boolean', default: false } },
})

/** The Electron to use, or the reason why there is no window. */
async function findWindow() {
  if (wanted.web) return { missing: '--web was given' }
  const noWindow = whyNoWindow()
  return noWindow === null ? (findElectron() ?? (await downloadElectron())) : { missing: noWindow }
}

/** A port of loopback that is free. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** @param {string} executablePath */
async function startDesktop(executablePath) {
  const renderer = await serveRenderer({ root, port: await freePort(), host: null })
  const app = join(folder, 'desktop')
  mkdirSync(app, { recursive: true })
  const manifest = {
    name: 'tidemark',
    productName: 'Tidemark',
    type: 'module',
    main: '../../../scripts/dev/desktop.mjs',
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  return new Restarted(executablePath, [app, `--data-dir=${join(folder, 'desktop-data')}`, `--demo=${wanted.demo}`], {
    ...env,
    TIDEMARK_DEV_SERVER: renderer.address,
  })
}

async function startWeb() {
  const port = await freePort()
  const keyFile = join(folder, 'key')
  const options = ['--port', String(port), '--data-dir', join(folder, 'web-data'), '--demo', wanted.demo]
  const script = join(root, 'out/main/web.js')
  const host = new Restarted(node, [...withoutDebugger, script, ...options, '--key-file', keyFile, '--no-open'])
  const renderer = await serveRenderer({ root, port: await freePort(), host: { port, keyFile } })
  host.onStart = (isFirst) => (isFirst ? console.log(`Tidemark: ${renderer.address}`) : renderer.reload())
  return host
}

mkdirSync(folder, { recursive: true })
const electron = await findWindow()
console.log(
  'missing' in electron
    ? `No desktop window: ${electron.missing}. The app is in the browser.`
    : `The app is a desktop window, in Electron ${electron.version}.`,
)
const app = 'missing' in electron ? await startWeb() : await startDesktop(electron.executablePath)
watchMessages(root)
// The first build starts the app, each later one starts it again.
await watchMain(() => app.restart())
