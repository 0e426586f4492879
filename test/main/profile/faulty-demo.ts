import { parentPort, workerData } from 'node:worker_threads'
import { startDemoBroker } from '#main/demo/server.ts'
import type { DemoWorkerData } from '#main/demo/worker.ts'

// The demo's thread with a fault: it throws after each request for the quotas.
const { baseUrl, secret, suggestedSymbols } = await startDemoBroker({
  ...(workerData as DemoWorkerData),
  accessLog({ path }) {
    if (path === '/v1/usage')
      setImmediate(() => {
        throw new Error('a fault of the demo')
      })
  },
})
parentPort?.postMessage({ baseUrl, secret, suggestedSymbols })
