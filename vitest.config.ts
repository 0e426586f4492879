import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { compileMessages } from './scripts/messages/compile.mjs'

await compileMessages()

// A slow machine is not a failure: tests measure no time, and end by themselves.
// Node 24 now and then ends a process that frees compiled WebAssembly (nodejs/node#64500); here that is the HTTP client's parser.
// Threads and child processes run from source: what Node compiles is kept, which makes their start three times as fast.
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'tidemark-test-compiled') }
const unit = { setupFiles: ['test/property-runs.ts'], testTimeout: 60_000, execArgv: ['--no-wasm-code-gc'], env }

// These wait for minutes until a new installation has read what it needs within its request budget, or for other programs: side by
// side. The others wait for shorter, and run in pairs.
const waiting = [
  ...['ledger/equity', 'ledger/income', 'ledger/performance', 'currencies', 'margin'],
  ...['benches', 'web/browser-notices', 'web/tabs'],
].map((name) => `test/e2e/${name}.test.ts`)

// `node` and `renderer` are the unit tests; `browser` and `desktop` drive the built app and want `npm run build` before.
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        // Files share what they import: loading it anew for each file took a third of the time.
        test: {
          name: 'node',
          environment: 'node',
          ...unit,
          isolate: false,
          include: ['test/{main,shared,scripts}/**/*.test.ts'],
        },
      },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        // A context for each file in one process: jsdom is loaded once, and a component's global state does not outlive its file.
        test: {
          name: 'renderer',
          environment: 'jsdom',
          ...unit,
          pool: 'vmForks',
          include: ['test/renderer/**/*.test{,.svelte}.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          exclude: waiting,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser-waiting',
          environment: 'node',
          include: waiting,
          testTimeout: 300_000,
          hookTimeout: 240_000,
          maxWorkers: waiting.length,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'desktop',
          environment: 'node',
          include: ['test/desktop/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
