const file = (path: string): URL => new URL(`../src/main/${path}`, import.meta.url)

/** The files of the monitor's threads, unbuilt. */
export const threadFiles = {
  cache: file('cache/thread.ts'),
  decoder: file('broker/decoder-thread.ts'),
  export: file('export/thread.ts'),
}
