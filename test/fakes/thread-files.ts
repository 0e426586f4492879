import { isBuilt } from '../../scripts/build.mjs'

const isFresh = isBuilt()

/**
 * A program or thread of the main process: from the build if that is up to date, as `npm test` makes it, because it starts in less
 * than half the time; otherwise from its source, so that a single test file needs no build.
 */
export const builtFile = (name: string, source: URL): URL =>
  isFresh ? new URL(`../../out/main/${name}.js`, import.meta.url) : source

/** The files of the monitor's threads. */
export const threadFiles = {
  cache: builtFile('cache-thread', new URL('../../src/main/cache/threads/cache.thread.ts', import.meta.url)),
  ledger: builtFile('ledger-thread', new URL('../../src/main/ledger/ledger.thread.ts', import.meta.url)),
  decoder: builtFile('decoder-thread', new URL('../../src/main/broker/decoder.thread.ts', import.meta.url)),
  mirror: builtFile('mirror-thread', new URL('../../src/main/profile/reading/mirror.thread.ts', import.meta.url)),
  export: builtFile('export-thread', new URL('../../src/main/export/export.thread.ts', import.meta.url)),
  sealing: builtFile('sealing-thread', new URL('../../src/main/sealing/sealing.thread.ts', import.meta.url)),
}
