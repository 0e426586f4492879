import { parentPort, workerData } from 'node:worker_threads'
import type { DemoSize } from './data/plans.ts'
import { startDemoBroker } from './server.ts'

/** What the demo in its own thread tells the monitor when it serves. */
export interface DemoAddress {
  readonly baseUrl: string
  readonly secret: string
  readonly suggestedSymbols: readonly string[]
}

const { size } = workerData as { readonly size: DemoSize }
const { baseUrl, secret, suggestedSymbols } = await startDemoBroker({ size })
const address: DemoAddress = { baseUrl, secret, suggestedSymbols }
parentPort?.postMessage(address)
