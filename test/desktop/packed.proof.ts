import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { FuseState } from '@electron/fuses/dist/constants.js'
import { Client } from '@modelcontextprotocol/client'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '#main/host/version.ts'
import { prepareElectron } from '../../scripts/electron/runtime.mjs'
import { until } from '../fakes/until.ts'
import { call } from './rig/call.ts'
import { asOrdinaryUser, ordinaryUser, makeFolder, whyNoSandbox } from './rig/ordinary-user.ts'
import { packedTransport, runPacked } from './rig/packed-command.ts'
import { startDesktopSession, type DesktopSession } from './rig/session.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let session: DesktopSession
let folder: string
let dataDir: string
let packed: string
let launcher: string
let output: string

beforeAll(async () => {
  const runtime = await prepareElectron()
  if ('missing' in runtime) throw new Error(runtime.missing)
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dirname(runtime.executablePath) }
  const done = spawnSync(process.execPath, [join(root, 'scripts/packaging/package.mjs'), '--dir'], {
    env,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`The packing failed: ${done.stdout}${done.stderr}`)
  output = done.stdout
  // As after an installation: in a folder that everyone can read, with the sandbox helper set up.
  folder = makeFolder('packed', false)
  cpSync(join(root, 'dist', 'linux-unpacked'), folder, { recursive: true })
  if (ordinaryUser !== null) chmodSync(join(folder, 'chrome-sandbox'), 0o4755)
  packed = join(folder, 'tidemark')
  // The installer makes this link in PATH.
  mkdirSync(join(folder, 'path'))
  launcher = join(folder, 'path', 'tidemark')
  symlinkSync(join(folder, 'resources', 'bin', 'tidemark'), launcher)
  session = await startDesktopSession()
  dataDir = makeFolder('data', true)
})
afterAll(async () => {
  await session?.stop()
  for (const path of [folder, dataDir]) if (path) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts the packed app as an ordinary user; returns the process and its DevTools address. */
async function start(args: readonly string[] = [], env: Record<string, string> = {}): Promise<[ChildProcess, string]> {
  const noSandbox = whyNoSandbox(packed)
  const switches = ['--remote-debugging-port=0', `--data-dir=${dataDir}`, ...(noSandbox ? ['--no-sandbox'] : [])]
  const [file, ...rest] = asOrdinaryUser(packed, [...switches, ...args])
  const child = spawn(file, rest, {
    env: { ...session.env, ...env },
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    child.stderr.resume()
    return [child, address]
  }
  throw new Error('The packed app exited before its DevTools address was known')
}

async function end(child: ChildProcess, browser: Browser): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await browser.close()
  child.kill('SIGTERM')
  await ended
}

async function firstPage(browser: Browser): Promise<Page> {
  const page = await until(
    () => browser.contexts()[0]?.pages()[0],
    (found) => found !== undefined,
  )
  if (page === undefined) throw new Error('The packed app has no window')
  return page
}

const connectMs = 40_000
const maxConnects = 3

/** On a busy computer a new window may not answer the first connection: then another one is made. */
async function connect(address: string): Promise<Browser> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await chromium.connectOverCDP(address, { timeout: connectMs })
    } catch (error) {
      if (attempt === maxConnects) throw error
    }
  }
}

test('the packed app starts from its archive and shows the demo', async () => {
  const [child, address] = await start()
  const browser = await connect(address)
  try {
    const page = await firstPage(browser)
    await page.getByText('You are looking at the demo broker').waitFor({ timeout: 120_000 })
    await page.getByText(/^(live|market closed)/).waitFor({ timeout: 120_000 })
    expect(page.url()).toMatch(/^app:/)
  } finally {
    await end(child, browser)
  }
})

test('commands of the package work beside the running app, without a display, and write no files', async () => {
  const [child, address] = await start()
  const browser = await connect(address)
  const home = makeFolder('bare-home', true)
  try {
    const page = await firstPage(browser)
    await page.getByText(/^(live|market closed)/).waitFor({ timeout: 120_000 })
    const run = (...args: readonly string[]) => runPacked(launcher, home, [...args, '--data-dir', dataDir])
    const { accounts } = await until(
      () => call(page, 'overview.read', { accountId: null }),
      (overview) => overview.accounts.length === 3,
    )
    const result = await run('accounts', '--format', 'json')
    expect([result.code, result.errors]).toEqual([0, ''])
    const rows: { account: string }[] = JSON.parse(result.output)
    expect(rows.map(({ account }) => account)).toEqual(accounts.map(({ id }) => id))
    console.log(`a command of the package takes ${Math.round(result.durationMs)} ms`)
    // Chromium has a switch with this name: `--type=` starts a helper process of Chromium.
    expect(await run('performance', '--type=EQUITIES', '--format', 'csv')).toMatchObject({ code: 0 })
    expect(await run('acounts')).toMatchObject({ code: 2, output: '' })
    expect(await runPacked(launcher, home, ['accounts', '--data-dir', home])).toMatchObject({ code: 3, output: '' })
    expect(await runPacked(launcher, home, ['--version'])).toMatchObject({
      code: 0,
      output: `${version}\n`,
      errors: '',
    })
    expect(readdirSync(home)).toEqual([])
    // The app still runs with its only window.
    expect(browser.contexts()[0]?.pages()).toHaveLength(1)
    expect(child.exitCode).toBeNull()
  } finally {
    await end(child, browser)
    rmSync(home, { recursive: true, force: true })
  }
})

test('an assistant calls the package over standard input and output, with the command and access that the app shows and sets', async () => {
  const [child, address] = await start()
  const browser = await connect(address)
  const home = makeFolder('bare-home', true)
  const assistant = new Client({ name: 'test assistant', version: '1.0' })
  try {
    const page = await firstPage(browser)
    await page.getByText(/^(live|market closed)/).waitFor({ timeout: 120_000 })
    await call(page, 'settings.write', { assistants: { isOn: true, amounts: 'shown' } })
    const { launch } = await call(page, 'assistants.read')
    if (launch === null) throw new Error('the package names no command')
    expect(launch.command).toBe(join(folder, 'resources', 'bin', 'tidemark'))
    await assistant.connect(packedTransport(launch.command, home, launch.args))
    const { structuredContent, isError } = await assistant.callTool({ name: 'accounts', arguments: {} })
    expect(isError ?? false).toBe(false)
    expect(structuredContent).toHaveProperty('rows.0.id')
    const { calls } = await call(page, 'assistants.read')
    expect(calls[0]).toMatchObject({ name: 'accounts', outcome: 'answered', client: 'test assistant 1.0' })
  } finally {
    await assistant.close()
    await end(child, browser)
    rmSync(home, { recursive: true, force: true })
  }
})

test("the packed app's fuses disable running as Node and debugging the main process", async () => {
  const [file, ...args] = asOrdinaryUser(packed, ['-e', 'console.log("I am Node")'])
  const asNode = { ...session.env, ELECTRON_RUN_AS_NODE: '1', DISPLAY: '' }
  const { stdout } = spawnSync(file, args, { env: asNode, encoding: 'utf8', timeout: 120_000, cwd: dataDir })
  expect(stdout).not.toContain('I am Node')
  const fuses = await getCurrentFuseWire(packed)
  const { DISABLE, ENABLE } = FuseState
  expect(fuses).toMatchObject({
    [FuseV1Options.RunAsNode]: DISABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
    [FuseV1Options.EnableCookieEncryption]: ENABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: DISABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
  })
})

test("the package contains only this platform's binaries, and its size is printed", () => {
  const unpacked = join(folder, 'resources', 'app.asar.unpacked')
  const binaries = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.node'))
  expect(binaries.length).toBeGreaterThanOrEqual(2)
  const foreign = binaries.filter((path) => path.includes('prebuilds') && !path.includes(`linux-${process.arch}`))
  expect(foreign).toEqual([])
  expect(existsSync(join(folder, 'resources', 'app'))).toBe(false)
  expect(output).toMatch(/[\d.]+ MB {2}installed/)
  expect(output).toMatch(/bundle out\/renderer\/assets\/index-[\w-]+\.js/)
})
