import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { asOrdinaryUser, makeFolder, whyNoSandbox } from '../../test/desktop/rig/ordinary-user.ts'
import { startDesktopSession } from '../../test/desktop/rig/session.ts'
import { TrayStandIn } from '../../test/desktop/rig/tray-stand-in.ts'
import { until } from '../../test/fakes/until.ts'
import { readUsualMemory, type Memory } from './memory.ts'

const icon = join(import.meta.dirname, '..', '..', 'resources', 'tray-closed.png')
const main = `
const { app, Tray } = require('electron')
app.whenReady().then(() => (globalThis.tray = new Tray(require('node:path').join(__dirname, 'icon.png'))))
`

/**
 * The usual memory of Electron's main process with only a tray icon: the minimum for any app. Measured for `settleMs`, starting
 * `settleMs` after the start.
 */
export async function measureBareTray(executablePath: string, settleMs: number): Promise<Memory> {
  const session = await startDesktopSession()
  const folder = makeFolder('bare', false)
  const panel = new TrayStandIn(session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')
  try {
    cpSync(icon, join(folder, 'icon.png'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bare', main: 'main.cjs' }))
    writeFileSync(join(folder, 'main.cjs'), main)
    await panel.appear()
    const noSandbox = whyNoSandbox(executablePath) === null ? [] : ['--no-sandbox']
    const [file, ...args] = asOrdinaryUser(executablePath, [...noSandbox, folder])
    const app = spawn(file, args, { env: session.env, cwd: folder, stdio: 'ignore' })
    const ended = once(app, 'exit')
    try {
      await until(
        () => panel.items.length,
        (count) => count > 0,
      )
      await wait(settleMs)
      return await readUsualMemory(app.pid ?? 0, settleMs)
    } finally {
      app.kill('SIGTERM')
      await ended
    }
  } finally {
    panel.close()
    await session.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
