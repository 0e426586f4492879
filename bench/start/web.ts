import { startChromium } from '../../test/e2e/rig/browser.ts'
import { startWebHost, type WebHostProcess } from '../../test/e2e/rig/web-host.ts'
import { until } from '../../test/fakes/until.ts'
import { readFirstFigures } from './paint.ts'
import type { SeededData } from './seed.ts'

export type StartHost = () => Promise<WebHostProcess>

/** Returns a function that starts the web host with seeded data, connected to its service. */
export const createHostStarter = ({ dataDir, baseUrl, secretFile }: SeededData): StartHost => {
  const args = ['--base-url', baseUrl, '--secret-file', secretFile]
  return () => startWebHost(dataDir, args)
}

/** The times from the start of the web host's process to its first overview, in ms. The first start fills empty caches and is not counted. */
export async function measureHost(start: StartHost, runs: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = -1; run < runs; run++) {
    const startedAt = performance.now()
    const host = await start()
    try {
      const read = () => host.call('overview.read', { accountId: null })
      const { accounts } = await read()
      const spentMs = performance.now() - startedAt
      if (run < 0) await until(read, (overview) => overview.accounts.length > 0)
      else if (accounts.length === 0) throw new Error('the first overview is empty')
      else times.push(spentMs)
    } finally {
      await host.stop()
    }
  }
  return times
}

/** The times from opening the page to its first figures on screen, in ms. Each run has a new browser profile, so nothing is cached. */
export async function measurePage(start: StartHost, runs: number): Promise<readonly number[]> {
  const host = await start()
  const browser = await startChromium('complete')
  try {
    const times: number[] = []
    for (let run = -1; run < runs; run++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(await host.issueUrl(), { waitUntil: 'commit' })
      const { afterMs } = await readFirstFigures(page)
      if (run >= 0) times.push(afterMs)
      await context.close()
    }
    return times
  } finally {
    await browser.close()
    await host.stop()
  }
}
