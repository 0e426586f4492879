import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildProcess } from 'node:child_process'
import { chromium, type Page } from 'playwright'
import type { Transport } from '../../src/shared/client.ts'
import { startDesktop, type Desktop } from '../../test/desktop/launch.ts'
import { giveAway } from '../../test/desktop/ordinary-user.ts'
import { until } from '../../test/fakes/until.ts'
import { readFirstFigures } from './paint.ts'
import type { SeededData } from './seed.ts'

const debugAddress = /DevTools listening on (ws:\/\/\S+)/

/** The address at which a starting Electron can be looked into. */
async function findAddress(app: ChildProcess): Promise<string> {
  if (app.stderr === null) throw new Error('Electron tells nothing')
  for await (const line of createInterface({ input: app.stderr })) {
    const found = debugAddress.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('Electron ended before it could be looked into')
}

/** Starts the desktop app, lets `look` at its window, ends it. UTC ms of its start come along. */
async function visit<T>(
  desktop: Desktop,
  dataDir: string,
  look: (page: Page, startedAt: number) => Promise<T>,
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
          .find((one) => one.url().startsWith('app:')),
      (found) => found !== undefined,
    )
    if (page === undefined) throw new Error('Electron opened no window')
    return await look(page, startedAt)
  } finally {
    app.kill('SIGTERM')
    await ended
  }
}

/** Lets the app keep the secret of its profile in the session's keyring, as connecting does. */
const connect = (page: Page, { baseUrl, secret }: SeededData): Promise<unknown> =>
  page.evaluate(
    async ({ baseUrl, secret }) => {
      const transport = (window as Window & { tidemark?: Transport }).tidemark
      const reply = await transport?.request('connection.connect', { baseUrl, secret, keepIn: 'keychain' })
      if (reply?.ok !== true) throw new Error(reply?.message ?? 'The window has no bridge')
    },
    { baseUrl, secret },
  )

/** From the start of Electron's process to its first figures on screen, ms each; connected, over this data. */
export async function measureElectron(seeded: SeededData, runs: number): Promise<readonly number[]> {
  const desktop = await startDesktop()
  const dataDir = join(desktop.dataDir, 'app')
  try {
    cpSync(seeded.dataDir, dataDir, { recursive: true })
    rmSync(join(dataDir, 'secret'))
    giveAway(dataDir)
    await visit(desktop, dataDir, (page) => connect(page, seeded))
    const times: number[] = []
    for (let run = 0; run < runs; run++)
      times.push(
        await visit(desktop, dataDir, async (page, startedAt) => {
          const { timeOrigin, afterMs } = await readFirstFigures(page)
          return timeOrigin + afterMs - startedAt
        }),
      )
    return times
  } finally {
    await desktop.stop()
  }
}
