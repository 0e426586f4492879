import { join } from 'node:path'
import open from 'open'
import { AppError } from '../shared/errors.ts'
import { systemClock } from './clock.ts'
import { readCommandLine } from './command-line.ts'
import { logFault } from './fault-log.ts'
import { startMonitor } from './monitor.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { version } from './version.ts'
import { serveWeb } from './web/server.ts'

/** The local web host: the same monitor and renderer, served on loopback to the browser of whoever holds the printed key. */
async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
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
  if (options.opensBrowser && hasDisplay()) await open(host.url).catch(() => undefined)

  let isClosing = false
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    void Promise.all([host.close(), monitor.close()]).then(() => process.exit(0))
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

main().catch((error: unknown) => {
  // An AppError's words are for the person; anything else is a fault, and only its place is told.
  if (error instanceof AppError) process.stderr.write(`${error.message}\n`)
  else logFault('start', error)
  process.exit(1)
})
