// Imported first by the launchers, for the same reason as src/main/host/no-debugger.ts by the programs.
import inspector from 'node:inspector'

process.on('SIGUSR1', () => undefined)

const { execArgv, env } = process
const isAsked = [...execArgv, env.NODE_OPTIONS ?? ''].some((text) => /--inspect(-brk|-wait)?(=|\s|$)/.test(text))

function closeEarlyDebugger() {
  if (!isAsked && inspector.url() !== undefined) inspector.close()
}
closeEarlyDebugger()
setImmediate(closeEarlyDebugger)
