import type { Browser, BrowserContext } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import { copyFilledDemo, type FilledSize } from '../../fakes/demo/filled-demo.ts'
import { openPage, sharedChromium, type ChromiumKind, type Watched } from './browser.ts'
import { connectWebHost, makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from './web-host.ts'

export type WindowOptions = NonNullable<Parameters<Browser['newContext']>[0]>

interface Windows {
  /** Opens a separate window, closed after the test. */
  open(url: string, options?: WindowOptions): Promise<Watched>
  /**
   * The window that the tests of a file share, without its faults so far: opening a window takes a second of processor time. Each
   * test must leave no dialog open, and start at an address of its own.
   */
  share(makeUrl: () => Promise<string>): Promise<Watched>
  /** Creates a context for windows that several tests share. */
  makeContext(options?: WindowOptions): Promise<BrowserContext>
}

/** Windows of a Chromium for the tests of a file. */
export function useBrowser(kind?: ChromiumKind): Windows {
  const opened: BrowserContext[] = []
  const shared: BrowserContext[] = []
  let browser: Browser
  let sharedWindow: Watched | undefined
  const close = async (contexts: BrowserContext[]): Promise<void> => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  }
  beforeAll(async () => {
    browser = await sharedChromium(kind)
  })
  afterEach(() => close(opened))
  afterAll(() => close(shared))

  const newContext = (options: WindowOptions = {}): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })
  const makeContext = async (options?: WindowOptions): Promise<BrowserContext> => {
    const context = await newContext(options)
    shared.push(context)
    return context
  }
  return {
    makeContext,
    async share(makeUrl) {
      sharedWindow ??= await openPage(await makeContext(), await makeUrl())
      sharedWindow.faults.length = 0
      return sharedWindow
    },
    async open(url, options) {
      const context = await newContext(options)
      opened.push(context)
      return openPage(context, url)
    },
  }
}

export interface App {
  readonly host: WebHostProcess
  /** Opens a separate window of the app, closed after the test. */
  open(options?: WindowOptions): Promise<Watched>
  readonly windows: Windows
  /** Stops the app and starts it again with the same data. */
  restart(): Promise<void>
}

interface AppOptions {
  readonly demo?: FilledSize
  readonly browser?: ChromiumKind
  /** Starts without data, like a new installation; otherwise the app has read what its demo serves. */
  readonly isNew?: boolean
}

/** The built app with its demo, and a Chromium, for the tests of a file. */
export function useApp({ demo = 'small', browser, isNew = false }: AppOptions = {}): App {
  let dataDir: string
  let host: WebHostProcess
  const start = async (): Promise<void> => {
    host = await startWebHost(dataDir, ['--demo', demo])
  }
  beforeAll(async () => {
    dataDir = await makeDataDir()
    if (!isNew) copyFilledDemo(demo, dataDir)
    await start()
  })
  afterAll(async () => {
    await host?.stop()
    await removeDataDir(dataDir)
  })
  // Registered after the app, so that its windows close before it stops.
  const windows = useBrowser(browser)
  return {
    get host() {
      return host
    },
    open: (options) => host.issueUrl().then((url) => windows.open(url, options)),
    windows,
    async restart() {
      await host.stop()
      await start()
    },
  }
}

interface ConnectedApp {
  broker: DemoBroker
  dataDir: string
  /** A test that stops the host assigns the next host here. */
  host: WebHostProcess
}

/** A service and the built app connected to it, for the tests of a file. Call before `useBrowser`. */
export function useConnectedApp(options: DemoBrokerOptions = {}): ConnectedApp {
  const app = {} as ConnectedApp
  beforeAll(async () => {
    app.broker = await startDemoBroker({ size: 'small', alwaysOpen: true, ...options })
    app.dataDir = await makeDataDir()
    app.host = await connectWebHost(app.dataDir, app.broker)
  })
  afterAll(async () => {
    await app.host?.stop()
    await app.broker?.close()
    if (app.dataDir) await removeDataDir(app.dataDir)
  })
  return app
}
