import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Transport } from '#shared/client.ts'

/** The only bridge between a window and the main process: one request function, one subscription. */
const transport: Transport = {
  request: (method, params, form) => ipcRenderer.invoke('request', method, params, form),
  subscribe(topic, listener) {
    const onEvent = (_event: IpcRendererEvent, name: unknown, payload: unknown): void => {
      if (name === topic) listener(payload)
    }
    ipcRenderer.on('event', onEvent)
    // Nothing is returned: a window must not get the emitter itself.
    return () => void ipcRenderer.off('event', onEvent)
  },
}

contextBridge.exposeInMainWorld('tidemark', transport)
