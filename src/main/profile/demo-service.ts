import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseBaseUrl } from '../broker/base-url.ts'
import type { DemoSize } from '../demo/data/account-plans.ts'
import type { DemoAddress } from '../demo/worker.ts'
import type { ServiceAccess } from './profile-parts.ts'

/** The demo broker, in a thread of its own so that its simulation never blocks the main thread. */
export interface Demo {
  /** Starts it in the background. When it cannot start, each request to it fails with the reason. */
  access(): ServiceAccess
  /** Symbols for a first watchlist. Throws when the demo cannot start. */
  suggestSymbols(): Promise<readonly string[]>
  close(): Promise<void>
}

interface RunningDemo extends DemoAddress {
  readonly worker: Worker
}

/** A demo of this size, which starts at its first use. */
export function createDemo(size: DemoSize, logFault: (where: string, error: unknown) => void): Demo {
  let running: Promise<RunningDemo> | null = null

  function start(): Promise<RunningDemo> {
    if (running === null) {
      running = startWorker(size)
      running.catch((error: unknown) => {
        running = null // The next use tries again.
        logFault('the demo', error)
      })
    }
    return running
  }

  return {
    access() {
      const started = start()
      const baseUrl = started.then((demo) => parseBaseUrl(demo.baseUrl))
      baseUrl.catch(() => undefined) // Logged where it started; each request fails with it.
      return { baseUrl, readSecret: async () => (await started).secret, secretKeptIn: () => 'demo' }
    },
    suggestSymbols: async () => (await start()).suggestedSymbols,
    close: async () => {
      await running?.then(({ worker }) => worker.terminate()).catch(() => undefined)
    },
  }
}

/** Starts the worker of the build and waits for its address. */
async function startWorker(size: DemoSize): Promise<RunningDemo> {
  const worker = new Worker(join(import.meta.dirname, 'demo-worker.js'), { workerData: { size } })
  // `once` rejects when the worker fails to start.
  const [address] = (await once(worker, 'message')) as [DemoAddress]
  return { ...address, worker }
}
