import inspector from 'node:inspector'

// Imported first by each program. Node answers SIGUSR1 by opening its debugger on a port that every user of the computer can reach,
// unless a listener takes the signal. Windows has no such signal.
process.on('SIGUSR1', () => undefined)

const { argv, execArgv, env } = process
const isAsked = [...execArgv, ...argv, env['NODE_OPTIONS'] ?? ''].some((text) =>
  /--inspect(-brk|-wait)?(=|\s|$)/.test(text),
)

// A signal that came before this module was loaded, which the next turn may be the first to notice.
function closeEarlyDebugger(): void {
  if (!isAsked && inspector.url() !== undefined) inspector.close()
}
closeEarlyDebugger()
setImmediate(closeEarlyDebugger)
