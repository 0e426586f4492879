import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import type { Transport } from '#shared/client.ts'
import { startDesktop, type Desktop } from '../../test/desktop/rig/launch.ts'
import { giveOwnership } from '../../test/desktop/rig/ordinary-user.ts'
import { until } from '../../test/fakes/until.ts'
import type { SeededData } from './seed.ts'

const debugAddress = /DevTools listening on (ws:\/\/\S+)/

/** The address of the debugging port that a starting Electron prints. */
async function findAddress(app: ChildProcess): Promise<string> {
  if (app.stderr === null) throw new Error('Electron has no standard error to read')
  for await (const line of createInterface({ input: app.stderr })) {
    const found = debugAddress.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('Electron ended before it printed a debugging address')
}

/** Starts the desktop app, calls `use` with its window and the time of its start (UTC ms), then ends the app. */
export async function visit<T>(
  desktop: Desktop,
  dataDir: string,
  use: (page: Page, startedAt: number) => Promise<T>,
): Promise<T> {
  const startedAt = performance.timeOrigin + performance.now()
  const app = desktop.spawn({ dataDir, args: ['--remote-debugging-port=0'] })
  const ended = once(app, 'exit')
  try {
    const browser = await chromium.connectOverCDP(await findAddress(app))
    app.stderr?.resume()
    const page = await until(
      () =>
        browser
          .contexts()[0]
          ?.pages()
          .find((tab) => tab.url().startsWith('app:')),
      (found) => found !== undefined,
    )
    if (page === undefined) throw new Error('Electron opened no window')
    return await use(page, startedAt)
  } finally {
    app.kill('SIGTERM')
    await ended
  }
}

/** Connects the app, which stores the secret of its profile in the session's keyring. */
const connect = (page: Page, { baseUrl, secret }: SeededData): Promise<unknown> =>
  page.evaluate(
    async ({ baseUrl, secret }) => {
      const transport = (window as Window & { tidemark?: Transport }).tidemark
      const reply = await transport?.request('connection.connect', { baseUrl, secret, keepIn: 'keychain' })
      if (reply?.ok !== true) throw new Error(reply?.message ?? 'The window has no bridge')
    },
    { baseUrl, secret },
  )

/** Calls `use` with a desktop whose app is connected and has a copy of this data. Stops it afterwards. */
export async function withConnectedDesktop<T>(
  seeded: SeededData,
  use: (desktop: Desktop, dataDir: string) => Promise<T>,
): Promise<T> {
  const desktop = await startDesktop()
  const dataDir = join(desktop.dataDir, 'app')
  try {
    cpSync(seeded.dataDir, dataDir, { recursive: true })
    rmSync(join(dataDir, 'secret'))
    giveOwnership(dataDir)
    await visit(desktop, dataDir, (page) => connect(page, seeded))
    return await use(desktop, dataDir)
  } finally {
    await desktop.stop()
  }
}
