import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseBaseUrl } from './broker/base-url.ts'
import type { DemoSize } from './demo/data/plans.ts'
import type { DemoAddress } from './demo/worker.ts'
import type { ServiceAccess } from './open-profile.ts'

/** The demo broker as the product runs it: in a thread of its own, so that making up a market delays nobody. */
export interface Demo {
  /** Starts it beside all else. Where it cannot start, each request to it says so. */
  access(): ServiceAccess
  /** What a first watchlist may hold. Throws where the demo cannot start. */
  suggestSymbols(): Promise<readonly string[]>
  close(): Promise<void>
}

interface RunningDemo extends DemoAddress {
  readonly worker: Worker
}

/** A demo of this size, which begins when it is first asked for. */
export function createDemo(size: DemoSize, logFault: (where: string, error: unknown) => void): Demo {
  let running: Promise<RunningDemo> | null = null

  function start(): Promise<RunningDemo> {
    if (running === null) {
      running = startWorker(size)
      running.catch((error: unknown) => {
        running = null // The next one to open it tries again.
        logFault('the demo', error)
      })
    }
    return running
  }

  return {
    access() {
      const started = start()
      const baseUrl = started.then((demo) => parseBaseUrl(demo.baseUrl))
      baseUrl.catch(() => undefined) // Told of where it began; who asks meets it.
      return { baseUrl, readSecret: async () => (await started).secret, secretKeptIn: () => 'demo' }
    },
    suggestSymbols: async () => (await start()).suggestedSymbols,
    close: async () => {
      await running?.then(({ worker }) => worker.terminate()).catch(() => undefined)
    },
  }
}

/** Starts the built demo and waits until it serves. */
async function startWorker(size: DemoSize): Promise<RunningDemo> {
  const worker = new Worker(join(import.meta.dirname, 'demo-worker.js'), { workerData: { size } })
  // `once` rejects when the worker fails to start.
  const [address] = (await once(worker, 'message')) as [DemoAddress]
  return { ...address, worker }
}
