import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { minifySync, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { makeMemoryFolder } from './scripts/checks/memory-folder.mjs'
import { compileMessages } from './scripts/messages/compile.mjs'

await compileMessages()

// The time limits are long, because a slow machine is not a failure.
// Node 24 sometimes crashes when it frees compiled WebAssembly (nodejs/node#64500), such as the parser of the HTTP client.
// A cache of compiled code for threads and child processes, which makes their start from source three times as fast.
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'tidemark-test-compiled') }
const folder = makeMemoryFolder()
const env = { ...compiled, ...(folder !== null && { TMPDIR: folder }) }
const unit = {
  setupFiles: ['test/property-runs.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  execArgv: ['--no-wasm-code-gc'],
  env,
}

/**
 * The compiled messages without comments and spaces: 1 MB instead of 6, which each context of the component tests reads and compiles
 * anew.
 */
const smallMessages: Plugin = {
  name: 'small-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/shared\/messages\/messages\// },
    handler: (code, id) => ({
      code: minifySync(id, code, { compress: false, mangle: false, codegen: { removeWhitespace: true } }).code,
      map: { mappings: '' },
    }),
  },
}

// `node` and `renderer` are the unit tests; `browser` and `desktop` test the built app: run `npm run build` first. `npm run proof`
// runs `proof`.
export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        // Files share their imports, because loading them again for each file took a quarter of the time.
        plugins: [smallMessages],
        test: {
          name: 'node',
          environment: 'node',
          ...unit,
          isolate: false,
          include: ['test/{main,shared,scripts}/**/*.test.ts'],
        },
      },
      {
        plugins: [svelte({ configFile: false }), smallMessages],
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
        // The programs under test are processes of their own: the files share only what they import. A file uses about two thirds of a
        // processor, so three of them fill two. Vitest starts with the largest files, which are the slowest.
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 480_000,
          hookTimeout: 240_000,
          env,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'desktop',
          environment: 'node',
          isolate: false,
          include: ['test/desktop/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'proof',
          environment: 'node',
          include: ['test/**/*.proof.ts'],
          testTimeout: 480_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          env: compiled,
        },
      },
    ],
  },
})
