// Runs the demo broker.
import { expose } from '../threads/expose.ts'
import type { DemoSize } from './data/account-plans.ts'
import { startDemoBroker } from './server.ts'
import type { AnswerShape } from './world/world.ts'

/** The port 0 is any free one. */
export interface DemoStart {
  readonly size: DemoSize
  readonly as: AnswerShape
  readonly port: number
}

export interface DemoAddress {
  readonly baseUrl: string
  readonly secret: string
  readonly suggestedSymbols: readonly string[]
}

/** The functions of the demo's thread. */
export interface DemoHandlers {
  /** Resolves when the server is ready. */
  start(demo: DemoStart): Promise<DemoAddress>
}

expose<DemoHandlers>(() => ({
  handlers: {
    async start(demo) {
      const { baseUrl, secret, suggestedSymbols } = await startDemoBroker(demo)
      return { baseUrl, secret, suggestedSymbols }
    },
  },
}))
