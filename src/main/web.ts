import { rmSync } from 'node:fs'
import './host/no-debugger.ts'
import { join, resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'
import { trustedPagesFile } from './disk/private-file.ts'
import { readCommandLine } from './host/command-line.ts'
import { exitCodeOf, explainFailure } from './host/failure.ts'
import { ignoreClosedOutput, Log, logPath } from './host/log.ts'
import { describeStop, endOnFatalFault, faultExitCode, createTimedClose } from './host/process-end.ts'
import { keepHeapSmall, keepCompiled, keepWebAssembly } from './host/v8-settings.ts'
import { version } from './host/version.ts'
import { createKeytarKeychain } from './secrets/keytar-keychain.ts'
import { deadlineClock, systemClock } from './time/clock.ts'
import { launchKeyMs } from './web/access.ts'
import { writeRedirectFile, onEnter } from './web/open-page.ts'

const log = new Log(systemClock)
const { logFault, note: logNote } = log

/** The local web host: the same monitor and renderer, served on loopback to a browser that opens the printed address. */
async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
  log.keepIn(options.dataDir)
  const opened: { close(): Promise<void> }[] = []
  const closing = createTimedClose(() => Promise.all(opened.map((part) => part.close())), { clock: deadlineClock, log })
  endOnFatalFault({
    log,
    closing,
    end() {
      log.note(describeStop(logPath(options.dataDir)))
      process.exit(faultExitCode)
    },
  })
  keepCompiled(join(options.dataDir, 'compiled'), systemClock)
  const [{ startMonitor }, { serveWeb }, { readKeyFile }, { TrustedPages }] = await Promise.all([
    import('./monitor/monitor.ts'),
    import('./web/server.ts'),
    import('./web/access.ts'),
    import('./web/trusted-pages.ts'),
  ])
  const scriptKey = options.keyFile === null ? null : readKeyFile(options.keyFile)
  const monitor = await startMonitor({
    dataDir: options.dataDir,
    host: 'web',
    version,
    keychain: createKeytarKeychain(systemClock),
    clock: systemClock,
    logFault,
    logNote,
    ...(options.demoSize === null ? {} : { demoSize: options.demoSize, demoAs: options.demoAs }),
    ...(options.connection === null ? {} : { connection: options.connection }),
  })
  opened.push(monitor)
  log.note(`started version ${version} as process ${process.pid}`)
  const rendererDir = join(import.meta.dirname, '..', 'renderer')
  const { dispatch, events, lock, reportPath, exportPath } = monitor
  const { port } = options
  const pages = new TrustedPages(join(options.dataDir, trustedPagesFile), systemClock)
  const host = await serveWeb({
    dispatch,
    events,
    lock,
    reportPath,
    exportPath,
    rendererDir,
    port,
    scriptKey,
    pages,
    clock: systemClock,
  })
  opened.push(host)
  const redirectFile = resolve(options.dataDir, 'open-tidemark.html')
  const removeRedirect = (): void => {
    try {
      rmSync(redirectFile, { force: true })
    } catch {
      // Something else has this name. Its key has expired, or ends with this process.
    }
  }
  const quit = (): void => {
    removeRedirect()
    void closing.close().then((isClosed) => process.exit(isClosed ? 0 : 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit)

  const printAddress = (): void => void process.stdout.write(`Tidemark: ${host.issueUrl()}\n`)
  printAddress()
  const hasTerminal = onEnter(process.stdin, printAddress)
  process.stdout.write(
    `${hasTerminal ? m.web_the_address_works_once_press_enter() : m.web_the_address_works_once_use_a_key_file()}\n`,
  )
  // A key of its own, which works once: the command line of a browser is visible to every user of the computer.
  if (options.opensBrowser && hasDisplay()) await openBrowser(redirectFile, host.issueUrl())
  // By then its key has expired.
  systemClock.after(launchKeyMs, removeRedirect)
}

async function openBrowser(redirectFile: string, url: string): Promise<void> {
  try {
    writeRedirectFile(redirectFile, url)
    const { default: open } = await import('open')
    await open(redirectFile)
  } catch {
    // A full disk or a missing browser: the printed address still works.
  }
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

ignoreClosedOutput()
keepHeapSmall({ isTray: true })
keepWebAssembly()
main().catch((cause: unknown) => {
  const error = explainFailure(cause)
  // The message of an AppError is meant for the user. Of any other error only its class and stack frames are logged.
  if (error instanceof AppError) process.stderr.write(`${errorText(error)}\n`)
  else logFault('start', error)
  process.exit(exitCodeOf(error))
})
