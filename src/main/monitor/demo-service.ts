import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseBaseUrl } from '../broker/base-url.ts'
import type { DemoAddress, DemoWorkerData } from '../demo/worker.ts'
import type { ServiceAccess } from '../profile/opening/open-connection.ts'

/** The demo broker. It runs in its own thread, so that its simulation never blocks the main thread. */
export interface Demo {
  /** Starts the demo in the background. If it cannot start, each request to it fails with the reason. */
  access(): ServiceAccess
  /** Symbols for a first watchlist. Throws when the demo cannot start. */
  suggestSymbols(): Promise<readonly string[]>
  close(): Promise<void>
}

interface RunningDemo extends DemoAddress {
  readonly worker: Worker
}

/**
 * A demo of this kind. It starts at its first use. A fault in it ends only the demo: the fault is logged, and the next session
 * starts the demo again at the same address.
 */
export function createDemo(
  kind: Omit<DemoWorkerData, 'port'>,
  logFault: (where: string, error: unknown) => void,
  workerFile: string | URL = join(import.meta.dirname, 'demo-worker.js'),
): Demo {
  let running: Promise<RunningDemo> | null = null
  let port = 0

  function start(): Promise<RunningDemo> {
    if (running !== null) return running
    const starting = startWorker(workerFile, { ...kind, port })
    running = starting
    const forget = (error: unknown): void => {
      if (running === starting) running = null // The next use starts it again.
      logFault('the demo', error)
    }
    starting.then(({ worker, baseUrl }) => {
      port = Number(new URL(baseUrl).port)
      worker.on('error', forget)
    }, forget)
    return starting
  }

  return {
    access() {
      const started = start()
      const baseUrl = started.then((demo) => parseBaseUrl(demo.baseUrl))
      baseUrl.catch(() => undefined) // Already logged. Each request fails with this error.
      return { baseUrl, readSecret: async () => (await start()).secret, secretPlace: () => 'demo' }
    },
    suggestSymbols: async () => (await start()).suggestedSymbols,
    close: async () => {
      await running?.then(({ worker }) => worker.terminate()).catch(() => undefined)
    },
  }
}

/** Starts the worker and waits for its address. */
async function startWorker(file: string | URL, workerData: DemoWorkerData): Promise<RunningDemo> {
  const worker = new Worker(file, { workerData })
  // `once` rejects when the worker fails to start.
  const [address] = (await once(worker, 'message')) as [DemoAddress]
  return { ...address, worker }
}
