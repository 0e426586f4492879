import { join } from 'node:path'
import { parseBaseUrl } from '../broker/base-url.ts'
import type { DemoAddress, DemoHandlers, DemoStart } from '../demo/demo.thread.ts'
import type { ServiceAccess } from '../profile/opening/open-connection.ts'
import { wrap } from '../threads/wrap.ts'

/** The demo broker. It runs in its own thread, so that its simulation never blocks the main thread. */
export interface Demo {
  /** Starts the demo in the background. If it cannot start, each request to it fails with the reason. */
  access(): ServiceAccess
  /** Symbols for a first watchlist. Throws when the demo cannot start. */
  suggestSymbols(): Promise<readonly string[]>
  close(): Promise<void>
}

/**
 * A demo of this kind. It starts at its first use. A fault in it ends only the demo: the fault is logged, and the next session
 * starts the demo again at the same address.
 */
export function createDemo(
  kind: Omit<DemoStart, 'port'>,
  logFault: (where: string, error: unknown) => void,
  file: string | URL = join(import.meta.dirname, 'demo-thread.js'),
): Demo {
  let running: Promise<DemoAddress> | null = null
  let port = 0
  const thread = wrap<DemoHandlers>({
    file,
    subject: 'connection',
    onFault(error) {
      running = null // The next use starts it again.
      logFault('the demo', error)
    },
  })

  function start(): Promise<DemoAddress> {
    if (running !== null) return running
    running = thread.ask('start', { ...kind, port })
    running.then(
      ({ baseUrl }) => (port = Number(new URL(baseUrl).port)),
      () => undefined, // Logged as a fault of the thread.
    )
    return running
  }

  return {
    access() {
      const baseUrl = start().then((demo) => parseBaseUrl(demo.baseUrl))
      baseUrl.catch(() => undefined) // Already logged. Each request fails with this error.
      return { baseUrl, readSecret: async () => (await start()).secret, secretPlace: () => 'demo' }
    },
    suggestSymbols: async () => (await start()).suggestedSymbols,
    close: () => thread.close('now'),
  }
}
