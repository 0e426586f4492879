import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { TrayStandIn } from '../../test/desktop/rig/tray-stand-in.ts'
import { until } from '../../test/fakes/until.ts'
import type { SeededData } from '../start/seed.ts'
import { withConnectedDesktop } from '../start/visit-electron.ts'
import { readUsualMemory, type Memory } from './memory.ts'

/**
 * The usual memory of Electron's main process after a hidden start: connected, with this data, a tray icon and no window.
 * Measured for `settleMs`, starting `settleMs` after the start.
 */
export const measureTray = (seeded: SeededData, settleMs: number): Promise<Memory> =>
  withConnectedDesktop(seeded, async (desktop, dataDir) => {
    const panel = new TrayStandIn(desktop.busAddress)
    await panel.appear()
    const app = desktop.spawn({ dataDir, args: ['--hidden'] })
    const ended = once(app, 'exit')
    app.stderr?.resume()
    try {
      await until(
        () => (panel.items.length > 0 ? panel.tooltip() : ''),
        (text) => text.includes('live'),
      )
      await wait(settleMs)
      return await readUsualMemory(app.pid ?? 0, settleMs)
    } finally {
      app.kill('SIGTERM')
      await ended
      panel.close()
    }
  })
