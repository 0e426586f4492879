// Imported first by the launchers, for the same reason as src/main/host/no-debugger.ts by the programs.
process.on('SIGUSR1', () => undefined)
