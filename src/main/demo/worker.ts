import { parentPort, workerData } from 'node:worker_threads'
import type { DemoSize } from './data/account-plans.ts'
import { startDemoBroker } from './server.ts'
import type { AnswerShape } from './world/world.ts'

/** What the demo's thread is started with; the port 0 is any free one. */
export interface DemoWorkerData {
  readonly size: DemoSize
  readonly as: AnswerShape
  readonly port: number
}

/** The message that the demo's thread sends when its server is ready. */
export interface DemoAddress {
  readonly baseUrl: string
  readonly secret: string
  readonly suggestedSymbols: readonly string[]
}

const { baseUrl, secret, suggestedSymbols } = await startDemoBroker(workerData as DemoWorkerData)
const address: DemoAddress = { baseUrl, secret, suggestedSymbols }
parentPort?.postMessage(address)
