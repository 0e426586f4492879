import type { DemoHandlers } from '#main/demo/demo.thread.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { expose } from '#main/threads/expose.ts'

// The demo's thread with a fault: it throws after each request for the quotas.
expose<DemoHandlers>(() => ({
  handlers: {
    async start(demo) {
      const { baseUrl, secret, suggestedSymbols } = await startDemoBroker({
        ...demo,
        accessLog({ path }) {
          if (path === '/v1/usage')
            setImmediate(() => {
              throw new Error('a fault of the demo')
            })
        },
      })
      return { baseUrl, secret, suggestedSymbols }
    },
  },
}))
