import { BrowserWindow, ipcMain } from 'electron'
import type { Reply, Transport } from '../../shared/client.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { EventBus } from '../ipc/events.ts'
import { isOwnPage } from './guard.ts'

/** Connects the windows: requests in, after a look at who asks; events out. What comes before the monitor waits for it. */
export function serveIpc(monitor: Promise<{ readonly dispatch: Dispatch; readonly events: EventBus }>): void {
  ipcMain.handle('request', async (event, method: unknown, params: unknown): Promise<Reply> => {
    if (event.senderFrame === null || event.senderFrame.parent !== null || !isOwnPage(event.senderFrame.url))
      return { ok: false, code: 'invalid-request', message: 'Only a window of Tidemark may ask' }
    const { dispatch } = await monitor
    return dispatch(method, params)
  })
  const sendEvents = ({ events }: { readonly events: EventBus }) =>
    events.listen((topic, payload) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send('event', topic, payload)
    })
  // That there is no monitor is told by who starts it.
  monitor.then(sendEvents, () => undefined)
}

/** The same requests and events for what of the desktop is no window. */
export const localTransport = ({ dispatch, events }: { dispatch: Dispatch; events: EventBus }): Transport => ({
  request: (method, params) => dispatch(method, params),
  subscribe: (topic, listener) =>
    events.listen((name, payload) => {
      if (name === topic) listener(payload)
    }),
})
