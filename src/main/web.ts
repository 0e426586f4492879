import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import { systemClock } from './clock.ts'
import { readCommandLine } from './command-line.ts'
import { keepCompiled } from './compile-cache.ts'
import { logFault } from './fault-log.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { keepHeapSmall } from './small-heap.ts'
import { version } from './version.ts'

/** The local web host: the same monitor and renderer, served on loopback to the browser of whoever holds the printed key. */
async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
  keepCompiled(join(options.dataDir, 'compiled'), systemClock)
  const [{ startMonitor }, { serveWeb }] = await Promise.all([import('./monitor.ts'), import('./web/server.ts')])
  const monitor = await startMonitor({
    dataDir: options.dataDir,
    host: 'web',
    version,
    keychain: createKeytarKeychain(systemClock),
    clock: systemClock,
    logFault,
    ...(options.demoSize === null ? {} : { demoSize: options.demoSize }),
    ...(options.connection === null ? {} : { connection: options.connection }),
  })
  const rendererDir = join(import.meta.dirname, '..', 'renderer')
  const { dispatch, events, reportPath } = monitor
  const host = await serveWeb({ dispatch, events, reportPath, rendererDir, port: options.port })
  process.stdout.write(`Tidemark: ${host.url}\n`)
  if (options.opensBrowser && hasDisplay()) await openBrowser(host.url)

  let isClosing = false
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    void Promise.all([host.close(), monitor.close()]).then(() => process.exit(0))
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}

async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  await open(url).catch(() => undefined)
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

keepHeapSmall()
main().catch((error: unknown) => {
  // An AppError's words are for the person; anything else is a fault, and only its place is told.
  if (error instanceof AppError) process.stderr.write(`${error.message}\n`)
  else logFault('start', error)
  process.exit(1)
})
