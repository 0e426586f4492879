import { spawnSync } from 'node:child_process'

/** The address of a source file of the main process. */
export const source = (path: string): string => new URL(`../../../src/main/${path}`, import.meta.url).href

/** Runs a module in its own process and returns its output. */
export function runModule(code: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    timeout: 30_000,
    // The tests have a separate cache.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
