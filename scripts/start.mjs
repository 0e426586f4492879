// `npm start -- [arguments]`: the desktop app where Electron can run, else the same app in the browser.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { handOver } from './child.mjs'
import { downloadElectron, findElectron } from './electron-binary.mjs'
import { serveWeb } from './web.mjs'

const downloadTimeoutMs = 40_000
const root = fileURLToPath(new URL('..', import.meta.url))

/** Why no window can be opened here; null where one can. Asked before any download: it costs nothing. */
function whyNoWindow() {
  if (process.platform !== 'linux') return null
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'there is no display'
  // Chromium takes root only with its sandbox given up, and the sandbox is worth more than the window.
  return process.getuid?.() === 0 ? "Chromium's sandbox cannot run as root" : null
}

/**
 * Chromium takes a switch with its value only as `--name=value`.
 * @param {readonly string[]} args
 */
const joinSwitches = (args) =>
  args.flatMap((arg, index) => {
    if (arg === '--data-dir' && args[index + 1] !== undefined) return [`--data-dir=${args[index + 1] ?? ''}`]
    return args[index - 1] === '--data-dir' ? [] : [arg]
  })

/**
 * Runs the desktop app to its end.
 * @param {readonly string[]} args
 * @returns {Promise<number | string>} its exit code, or why it could not run
 */
async function startDesktop(args) {
  const noWindow = whyNoWindow()
  if (noWindow !== null) return noWindow
  const electron = findElectron() ?? (await downloadElectron(downloadTimeoutMs))
  if ('missing' in electron) return electron.missing
  let isSandboxRefused = false
  const code = await handOver(electron.executablePath, [root, ...joinSwitches(args)], {
    onStderr: (text) => {
      isSandboxRefused ||= /FATAL.*sandbox/i.test(text)
    },
  })
  return code !== 0 && isSandboxRefused ? "this system does not let Chromium's sandbox run" : code
}

const args = process.argv.slice(2)
await buildIfStale()
const outcome = await startDesktop(args)
if (typeof outcome === 'number') {
  process.exitCode = outcome
} else {
  console.error(`No desktop window: ${outcome}. Serving Tidemark to the browser instead.`)
  process.exitCode = await serveWeb(args)
}
