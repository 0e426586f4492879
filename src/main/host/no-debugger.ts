// Imported first by each program. Node answers SIGUSR1 by opening its debugger on a port that every user of the computer can reach,
// unless a listener takes the signal. Windows has no such signal.
process.on('SIGUSR1', () => undefined)
