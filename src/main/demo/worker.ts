import { parentPort, workerData } from 'node:worker_threads'
import type { DemoSize } from './data/account-plans.ts'
import { startDemoBroker } from './server.ts'

/** The message that the demo's thread sends when its server is ready. */
export interface DemoAddress {
  readonly baseUrl: string
  readonly secret: string
  readonly suggestedSymbols: readonly string[]
}

const { size } = workerData as { readonly size: DemoSize }
const { baseUrl, secret, suggestedSymbols } = await startDemoBroker({ size })
const address: DemoAddress = { baseUrl, secret, suggestedSymbols }
parentPort?.postMessage(address)
