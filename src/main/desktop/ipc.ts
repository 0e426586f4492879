import { BrowserWindow, ipcMain } from 'electron'
import type { Reply } from '../../shared/client.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { EventBus } from '../ipc/events.ts'
import { isOwnPage } from './guard.ts'

/** Connects the windows: requests in, after a look at who asks; events out. */
export function serveIpc(dispatch: Dispatch, events: EventBus): void {
  ipcMain.handle('request', (event, method: unknown, params: unknown): Promise<Reply> | Reply =>
    event.senderFrame !== null && event.senderFrame.parent === null && isOwnPage(event.senderFrame.url)
      ? dispatch(method, params)
      : { ok: false, code: 'invalid-request', message: 'Only a window of Tidemark may ask' },
  )
  events.listen((topic, payload) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('event', topic, payload)
  })
}
