import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

// What the oldest runtime that is tested has: Electron 33.
const nodeTarget = 'node20.18'
const chromeTarget = 'chrome130'

// In the main process everything is bundled but Electron and `dependencies`: those have binaries or files of their own.
export default defineConfig({
  main: {
    build: {
      target: nodeTarget,
      sourcemap: false,
      rolldownOptions: {
        input: {
          index: 'src/main/entry.ts',
          web: 'src/main/web.ts',
          cli: 'src/main/cli.ts',
          'demo-worker': 'src/main/demo/worker.ts',
          'cache-thread': 'src/main/cache/threads/worker.ts',
          'ledger-thread': 'src/main/ledger/thread/worker.ts',
          'decoder-thread': 'src/main/broker/decoder-thread.ts',
          'export-thread': 'src/main/export/thread.ts',
          'sealing-thread': 'src/main/sealing/thread/worker.ts',
          'contract-print': 'src/main/contract-print.ts',
        },
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  // A sandboxed preload is one CommonJS file that requires only electron.
  preload: {
    build: {
      target: nodeTarget,
      sourcemap: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    plugins: [svelte({ configFile: false })],
    build: {
      target: chromeTarget,
      sourcemap: false,
      minify: true,
      // The content security policy knows no data: fonts and no inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
})
