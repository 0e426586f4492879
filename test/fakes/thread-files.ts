/** The files of the monitor's threads, unbuilt. */
export const threadFiles = {
  cache: new URL('../../src/main/cache/thread.ts', import.meta.url),
  decoder: new URL('../../src/main/broker/decoder-thread.ts', import.meta.url),
  export: new URL('../../src/main/export/thread.ts', import.meta.url),
}
