// The renderer from its sources, on loopback: a saved file changes the open window.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createLogger, createServer } from 'vite'

/**
 * @typedef {object} Host
 * @property {number} port where the web host listens
 * @property {string} keyFile the key that it accepts from scripts
 */

/**
 * Serves the renderer. With a web host, requests of its page go on to it.
 * @param {{ root: string, port: number, host: Host | null }} options
 * @returns {Promise<{ address: string, reload: () => void, close: () => Promise<void> }>}
 */
export async function serveRenderer({ root, port, host }) {
  const address = `http://127.0.0.1:${String(port)}`
  const server = await createServer({
    configFile: false,
    root: join(root, 'src/renderer'),
    cacheDir: join(root, '.cache/dev/vite'),
    customLogger: quietLogger(),
    plugins: [svelte({ configFile: false })],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // A window of the desktop app has an address of its own.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      // Only its own page may read it, in a browser.
      cors: false,
      fs: { allow: [root] },
      ...(host === null ? {} : { proxy: { '^/(api|reports|exports)/': proxyTo(host, address) } }),
    },
  })
  await server.listen()
  return { address, reload: () => server.ws.send({ type: 'full-reload' }), close: () => server.close() }
}

/** Without the requests that arrive while the host starts again. */
function quietLogger() {
  const logger = createLogger('warn')
  const { error } = logger
  logger.error = (text, options) => {
    if (!text.includes('proxy error')) error(text, options)
  }
  return logger
}

/**
 * The host accepts only its own origin and a credential. A request of our page gets both here; that of any other page gets neither,
 * and is refused.
 * @param {Host} host
 * @param {string} ownOrigin
 * @returns {import('vite').ProxyOptions}
 */
const proxyTo = ({ port, keyFile }, ownOrigin) => ({
  target: `http://127.0.0.1:${String(port)}`,
  changeOrigin: true,
  configure(proxy) {
    proxy.on('proxyReq', (forwarded, { headers }) => {
      // A page sends no origin with a request that only reads from its own server.
      if (headers.origin !== undefined && headers.origin !== ownOrigin) return
      if (headers.origin === ownOrigin) forwarded.setHeader('origin', `http://127.0.0.1:${String(port)}`)
      forwarded.setHeader('authorization', `Bearer ${readFileSync(keyFile, 'utf8').trim()}`)
    })
    // While the host starts again, the page waits for it as for any host that does not respond.
    proxy.on('error', (_error, _request, response) => void response.end())
  },
})
