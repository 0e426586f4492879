import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { BrowserContext } from 'playwright'
import { build, type Plugin } from 'vite'
import { accented } from './accented.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const types: Readonly<Record<string, string>> = {
  ...{ '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' },
}

/** Replaces the Russian texts with accented, longer English texts, which are not part of the app. */
const accentedForRussian: Plugin = {
  name: 'accented-for-russian',
  load(id) {
    return id.endsWith('shared/messages/messages/ru.js')
      ? accented(readFileSync(id.replace('ru.js', 'en.js'), 'utf8'))
      : null
  },
}

/** The windows with accented texts, which are shown when Russian is chosen. */
export interface PseudoWindows {
  /** Serves these windows to the pages of a context instead of the built ones. Requests of the pages go to the host as usual. */
  serve(context: BrowserContext, origin: string): Promise<void>
  remove(): Promise<void>
}

/** Builds the windows with accented texts, in a folder that `remove` deletes. */
export async function buildPseudoWindows(): Promise<PseudoWindows> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pseudo-'))
  await build({
    ...{ configFile: false, logLevel: 'error', base: './', root: join(root, 'src', 'renderer') },
    plugins: [accentedForRussian, svelte({ configFile: false })],
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  return {
    async serve(context, origin) {
      await context.route(`${origin}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        if (route.request().method() !== 'GET' || pathname.startsWith('/api')) return route.continue()
        // With the headers of the host, so that its security policy applies.
        if (pathname === '/') {
          const response = await route.fetch()
          return route.fulfill({ response, body: readFileSync(join(folder, 'index.html')) })
        }
        const contentType = types[extname(pathname)]
        return contentType === undefined
          ? route.continue()
          : route.fulfill({ path: join(folder, pathname), contentType })
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
