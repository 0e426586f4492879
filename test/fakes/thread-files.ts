/** The source files of the monitor's threads. */
export const threadFiles = {
  cache: new URL('../../src/main/cache/threads/worker.ts', import.meta.url),
  ledger: new URL('../../src/main/ledger/thread/worker.ts', import.meta.url),
  decoder: new URL('../../src/main/broker/decoder-thread.ts', import.meta.url),
  mirror: new URL('../../src/main/profile/reading/mirror-thread.ts', import.meta.url),
  export: new URL('../../src/main/export/worker.ts', import.meta.url),
  sealing: new URL('../../src/main/sealing/thread/worker.ts', import.meta.url),
}
