import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { compileMessages, compileSingleMessages } from './scripts/messages/compile.mjs'
import { listBundledPackages } from './scripts/packaging/bundled-packages.mjs'

await compileMessages()
const singleMessages = await compileSingleMessages()
/** Each thread of the main process and each screen loads only the messages that it uses. */
const messagesAlias = [{ find: /^.*\/messages\/(messages|runtime)\.js$/, replacement: `${singleMessages}/$1.js` }]

// The oldest runtime that is tested: Electron 33.
const nodeTarget = 'node20.18'
const chromeTarget = 'chrome130'

/** Removes comments, whitespace and names of variables. Names of functions and classes are kept for the stack frames in the log. */
const withoutComments = {
  compress: false,
  mangle: { toplevel: true, keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
}

/**
 * V8 keeps the source of running code in memory. One character above Latin-1 doubles the bytes of the whole file. Escapes mean the
 * same in texts, templates and regular expressions; no file uses `String.raw` with such characters.
 */
const oneBytePerCharacter: Plugin = {
  name: 'one-byte-per-character',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk')
        output.code = output.code.replace(
          /[\u0100-\uffff]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

// The bundle of the main process contains everything except Electron and `dependencies`, which have binaries or files.
export default defineConfig({
  main: {
    plugins: [oneBytePerCharacter, listBundledPackages('main')],
    resolve: { alias: messagesAlias },
    build: {
      target: nodeTarget,
      sourcemap: false,
      rolldownOptions: {
        input: {
          index: 'src/main/entry.ts',
          web: 'src/main/web.ts',
          cli: 'src/main/cli.ts',
          'demo-thread': 'src/main/demo/demo.thread.ts',
          'cache-thread': 'src/main/cache/threads/cache.thread.ts',
          'ledger-thread': 'src/main/ledger/ledger.thread.ts',
          'decoder-thread': 'src/main/broker/decoder.thread.ts',
          'export-thread': 'src/main/export/export.thread.ts',
          'mirror-thread': 'src/main/profile/reading/mirror.thread.ts',
          'sealing-thread': 'src/main/sealing/sealing.thread.ts',
          'contract-print': 'src/main/contract-print.ts',
        },
        output: { chunkFileNames: '[name]-[hash].js', minify: withoutComments },
      },
    },
  },
  // A sandboxed preload is one CommonJS file that requires only electron.
  preload: {
    plugins: [listBundledPackages('preload')],
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
    plugins: [svelte({ configFile: false }), listBundledPackages('renderer')],
    resolve: { alias: messagesAlias },
    build: {
      // One file for each screen, and one for everything that several of them use.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
      target: chromeTarget,
      sourcemap: false,
      minify: true,
      // The content security policy allows no `data:` fonts and no inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
})
