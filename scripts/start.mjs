// `npm start -- [arguments]`: starts the desktop app if Electron can run, otherwise the same app in the browser.
import './no-debugger.mjs'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver } from './child.mjs'
import { downloadElectron, findElectron } from './electron/binary.mjs'
import { whyNoWindow } from './electron/window.mjs'
import { serveWeb } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const switches = ['--data-dir', '--demo', '--as']
/** @param {string | undefined} arg */
const isSwitch = (arg) => arg !== undefined && switches.includes(arg)

/**
 * Chromium accepts the value of a switch only as `--name=value`.
 * @param {readonly string[]} args
 */
const joinSwitches = (args) =>
  args.flatMap((arg, index) => {
    if (isSwitch(arg) && args[index + 1] !== undefined) return [`${arg}=${args[index + 1] ?? ''}`]
    return isSwitch(args[index - 1]) ? [] : [arg]
  })

/**
 * Runs the desktop app until it exits.
 * @param {readonly string[]} args
 * @returns {Promise<number | string>} its exit code, or the reason why it could not run
 */
async function startDesktop(args) {
  const noWindow = whyNoWindow()
  if (noWindow !== null) return noWindow
  const electron = findElectron() ?? (await downloadElectron())
  if ('missing' in electron) return electron.missing
  let isSandboxRefused = false
  // Editors that are made with Electron set this variable in their terminals. It makes Electron plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const code = await handOver(electron.executablePath, [root, ...joinSwitches(args)], {
    env,
    onStderr: (text) => {
      isSandboxRefused ||= /FATAL.*sandbox/i.test(text)
    },
  })
  return code !== 0 && isSandboxRefused ? "this system does not allow Chromium's sandbox" : code
}

const args = process.argv.slice(2)
await buildIfStale()
const outcome = await startDesktop(args)
if (typeof outcome === 'number') {
  process.exitCode = outcome
} else {
  console.error(`No desktop window: ${outcome}. Tidemark opens in the browser instead.`)
  process.exitCode = await serveWeb(args)
}
