import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DemoSize } from './demo/data/plans.ts'
import type { DemoAddress } from './demo/worker.ts'

/** The demo broker as the product runs it: in a thread of its own, so that making up a market delays nobody. */
export interface DemoThread extends DemoAddress {
  close(): Promise<void>
}

/** Starts the built demo and waits until it serves. */
export async function startDemoThread(size: DemoSize): Promise<DemoThread> {
  const worker = new Worker(join(import.meta.dirname, 'demo-worker.js'), { workerData: { size } })
  // `once` rejects when the worker fails to start.
  const [address] = (await once(worker, 'message')) as [DemoAddress]
  return {
    ...address,
    async close() {
      await worker.terminate()
    },
  }
}
