import { BrowserWindow, ipcMain } from 'electron'
import type { Reply, Transport } from '#shared/client.ts'
import type { Method } from '#shared/contract/contract.ts'
import { m } from '#shared/messages/messages.js'
import type { Dispatch } from '../api/dispatch.ts'
import type { EventBus } from '../api/events.ts'
import { isGlance } from './glance/glance.ts'
import { isOwnPage } from './window/guard.ts'
import { isAlive } from './window/window.ts'

type Events = Pick<EventBus, 'listen'>

/** Serves requests of the app's own windows and sends them events. Requests wait until the monitor is ready. */
export function serveIpc(monitor: Promise<{ readonly dispatch: Dispatch; readonly events: Events }>): void {
  ipcMain.handle('request', async (event, method: unknown, params: unknown, form: unknown): Promise<Reply> => {
    if (event.senderFrame === null || event.senderFrame.parent !== null || !isOwnPage(event.senderFrame.url))
      return { ok: false, code: 'invalid-request', message: m.desktop_only_tidemark_windows_can_send_requests() }
    // The glance is closed while the app is locked, so its requests unlock nothing.
    if (method === ('lock.unlockWithSystem' satisfies Method) && isGlance(event.sender))
      return { ok: false, code: 'invalid-request', message: m.desktop_the_glance_cannot_unlock() }
    const { dispatch } = await monitor
    return dispatch(method, params, form === 'columns' ? form : 'values')
  })
  const sendEvents = ({ events }: { readonly events: Events }) =>
    events.listen((topic, payload) => {
      for (const window of BrowserWindow.getAllWindows().filter(isAlive))
        window.webContents.send('event', topic, payload)
    })
  // If the monitor fails to start, its starter reports that.
  monitor.then(sendEvents, () => undefined)
}

/** A transport for the tray and notifications, which are not windows. */
export const localTransport = ({ dispatch, events }: { dispatch: Dispatch; events: Events }): Transport => ({
  request: (method, params, form) => dispatch(method, params, form),
  subscribe: (topic, listener) =>
    events.listen((name, payload) => {
      if (name === topic) listener(payload)
    }),
})
