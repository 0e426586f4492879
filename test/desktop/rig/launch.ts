import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication } from 'playwright'
import { logPath } from '#main/host/log.ts'
import { prepareElectron } from '../../../scripts/electron/runtime.mjs'
import { stageApp } from '../../../scripts/packaging/stage-app.mjs'
import { copyFilledDemo } from '../../fakes/demo/filled-demo.ts'
import { controlled } from './controlled-app.ts'
import { asOrdinaryUser, giveOwnership, makeFolder, whyNoSandbox, writeStarter } from './ordinary-user.ts'
import { startDesktopSession } from './session.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The staged app in a separate session: a test can start it several times with the same keyring. */
export interface Desktop {
  /** A new folder of this desktop that the app can write. */
  readonly dataDir: string
  readonly isSandboxed: boolean
  /** The address of the session's message bus. */
  readonly busAddress: string
  /** Starts the app. Close the returned app before the next start with the same data folder. */
  launch(options?: LaunchOptions): Promise<ElectronApplication>
  /** Starts the app as a user does, without test control. It writes its messages to standard error. */
  spawn(options?: LaunchOptions): ChildProcess
  /** The content of the session's keyring for a service: account and secret. */
  readKeyring(service: string): readonly { readonly account: string; readonly password: string }[]
  /** Ends the session and removes all its folders. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  readonly dataDir?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Puts the data of a filled demo into an empty data directory, so that the app does not read its demo meanwhile. */
export function fillWithDemo(dataDir: string): void {
  copyFilledDemo('typical', dataDir)
  giveOwnership(dataDir)
}

/** Gets a runtime, stages the built app and starts a session. Throws an error that names a missing part. */
export async function startDesktop(projectFolder = root): Promise<Desktop> {
  const runtime = await prepareElectron()
  if ('missing' in runtime) throw new Error(runtime.missing)
  const { executablePath, nativeBinding } = runtime
  const noSandbox = whyNoSandbox(executablePath)
  if (noSandbox !== null) console.warn(`Electron runs without its sandbox: ${noSandbox}`)
  const session = await startDesktopSession()
  const app = makeFolder('app', false)
  stageApp({ from: projectFolder, to: app, platform: process.platform, arch: process.arch, nativeBinding })
  const starterFolder = makeFolder('start', false)
  const dataDir = makeFolder('data', true)
  const starter = writeStarter(starterFolder, executablePath)
  const baseEnv = process.platform === 'linux' ? session.env : definedEnv()
  const folders = [app, starterFolder, dataDir]
  const argsOf = (options: LaunchOptions): string[] => [
    ...(noSandbox === null ? [] : ['--no-sandbox']),
    app,
    `--data-dir=${options.dataDir ?? dataDir}`,
    ...(options.args ?? []),
  ]
  return {
    dataDir,
    isSandboxed: noSandbox === null,
    busAddress: session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
    async launch(options = {}) {
      const launched = await _electron.launch({
        executablePath: starter,
        args: argsOf(options),
        cwd: app,
        env: { ...baseEnv, ...options.env },
        timeout: 120_000,
        // Without this option Playwright starts Electron with --no-sandbox.
        chromiumSandbox: noSandbox === null,
      })
      return controlled(launched)
    },
    spawn: (options = {}) =>
      spawn(starter, argsOf(options), {
        cwd: app,
        env: { ...baseEnv, ...options.env },
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    readKeyring(service) {
      const script = `require('keytar').findCredentials(process.argv[1]).then((found) => console.log(JSON.stringify(found)))`
      const [file, ...args] = asOrdinaryUser(executablePath, ['-e', script, service])
      const { status, stdout, stderr } = spawnSync(file, args, {
        cwd: app,
        env: { ...baseEnv, ELECTRON_RUN_AS_NODE: '1' },
        encoding: 'utf8',
        timeout: 120_000,
      })
      if (status !== 0) throw new Error(`The keyring cannot be read: ${stderr}`)
      return JSON.parse(stdout)
    },
    async stop() {
      await session.stop()
      printFatalFaults(dataDir)
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Prints the errors that ended the app, because they explain why a test found it closed or started again. */
function printFatalFaults(dataDir: string): void {
  const log = existsSync(logPath(dataDir)) ? readFileSync(logPath(dataDir), 'utf8') : ''
  if (/fault in an (uncaught|unhandled)/.test(log)) console.warn(log)
}

const definedEnv = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
