import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// A slow machine is not a failure: tests measure no time, and end by themselves.
// Node 24 now and then ends a process that frees compiled WebAssembly (nodejs/node#64500); here that is the HTTP client's parser.
const unit = { setupFiles: ['test/property-runs.ts'], testTimeout: 60_000, execArgv: ['--no-wasm-code-gc'] }

// `node` and `renderer` are the unit tests; `browser` and `desktop` drive the built app and want `npm run build` before.
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { name: 'node', environment: 'node', ...unit, include: ['test/{main,shared,scripts}/**/*.test.ts'] } },
      {
        plugins: [svelte({ configFile: false })],
        resolve: { conditions: ['browser'] },
        test: { name: 'renderer', environment: 'jsdom', ...unit, include: ['test/renderer/**/*.test{,.svelte}.ts'] },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'desktop',
          environment: 'node',
          include: ['test/desktop/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
