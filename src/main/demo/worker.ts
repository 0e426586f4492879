import { parentPort, workerData } from 'node:worker_threads'
import type { DemoSize } from './data/account-plans.ts'
import { startDemoBroker } from './server.ts'

/** What the demo's thread is started with; the port 0 is any free one. */
export interface DemoWorkerData {
  readonly size: DemoSize
  readonly port: number
}

/** The message that the demo's thread sends when its server is ready. */
export interface DemoAddress {
  readonly baseUrl: string
  readonly secret: string
  readonly suggestedSymbols: readonly string[]
}

const { size, port } = workerData as DemoWorkerData
const { baseUrl, secret, suggestedSymbols } = await startDemoBroker({ size, port })
const address: DemoAddress = { baseUrl, secret, suggestedSymbols }
parentPort?.postMessage(address)
