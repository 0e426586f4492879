import { startChromium } from '../../test/e2e/browser.ts'
import { startWebHost, type WebHostProcess } from '../../test/e2e/web-host.ts'
import { until } from '../../test/fakes/until.ts'
import { readFirstFigures } from './paint.ts'
import type { SeededData } from './seed.ts'

export type StartHost = () => Promise<WebHostProcess>

/** The web host over seeded data, connected to its service. */
export const hostOf = ({ dataDir, baseUrl, secretFile }: SeededData): StartHost => {
  const args = ['--base-url', baseUrl, '--secret-file', secretFile]
  return () => startWebHost(dataDir, args)
}

/** From the start of the web host's process to its first overview, ms each; the first start fills what is empty and does not count. */
export async function measureHost(start: StartHost, runs: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = -1; run < runs; run++) {
    const began = performance.now()
    const host = await start()
    try {
      const read = () => host.call('overview.read', { accountId: null })
      const { accounts } = await read()
      const took = performance.now() - began
      if (run < 0) await until(read, (overview) => overview.accounts.length > 0)
      else if (accounts.length === 0) throw new Error('the overview that was answered is empty')
      else times.push(took)
    } finally {
      await host.stop()
    }
  }
  return times
}

/** From opening the page to its first figures on screen, ms each; a new browser profile each time, so nothing is cached. */
export async function measurePage(start: StartHost, runs: number): Promise<readonly number[]> {
  const host = await start()
  const browser = await startChromium()
  try {
    const times: number[] = []
    for (let run = -1; run < runs; run++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(host.url, { waitUntil: 'commit' })
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
