// A thread that replies after a while, and completes its task when it is closed gently.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (request: { readonly id: number } | 'close') => {
  if (request === 'close') setTimeout(() => parentPort?.close(), 300)
  else setTimeout(() => parentPort?.postMessage({ id: request.id, ok: true, value: null }), 100)
})
