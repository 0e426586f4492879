import { builtFile } from './built-file.ts'

/** The files of the monitor's threads. */
export const threadFiles = {
  cache: builtFile('cache-thread', new URL('../../src/main/cache/threads/worker.ts', import.meta.url)),
  ledger: builtFile('ledger-thread', new URL('../../src/main/ledger/thread/worker.ts', import.meta.url)),
  decoder: builtFile('decoder-thread', new URL('../../src/main/broker/decoder-thread.ts', import.meta.url)),
  mirror: builtFile('mirror-thread', new URL('../../src/main/profile/reading/mirror-thread.ts', import.meta.url)),
  export: builtFile('export-thread', new URL('../../src/main/export/worker.ts', import.meta.url)),
  sealing: builtFile('sealing-thread', new URL('../../src/main/sealing/thread/worker.ts', import.meta.url)),
}
