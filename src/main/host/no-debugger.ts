import inspector from 'node:inspector'

// Imported first by each program. Node answers SIGUSR1 by opening its debugger on a port that every user of the computer can reach,
// unless a listener takes the signal. Windows has no such signal.
process.on('SIGUSR1', () => undefined)

/** Electron does not list its options here; its package takes neither the signal nor the options of the debugger. */
const isElectron = 'electron' in process.versions
const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? '']
const isAsked = isElectron || options.some((text) => /--inspect(-brk|-wait)?(=|\s|$)/.test(text))

// A signal that came before this module was loaded, which the next turn may be the first to notice.
function closeEarlyDebugger(): void {
  if (!isAsked && inspector.url() !== undefined) inspector.close()
}
closeEarlyDebugger()
setImmediate(closeEarlyDebugger)
