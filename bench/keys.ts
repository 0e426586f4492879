// `npm run bench -- keys [--rows N] [--positions N] [--runs N] [--live] [--only TEXT] [--kept FOLDER]`: the time from a key to the paint that
// shows its effect, on all screens, with the built app in Chromium and a profile of N transactions and N positions. Each key is
// pressed N times; with --live the data on screen changes three times a second. Prints one JSON line per figure, with its
// target. --kept keeps the filled data directory there for the next run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { keepHeapSmall } from '#main/host/v8-settings.ts'
import { buildIfStale } from '../scripts/build.mjs'
import { startChromium } from '../test/e2e/rig/browser.ts'
import { startWebHost, type WebHostProcess } from '../test/e2e/rig/web-host.ts'
import { installKeyTimer } from './keys/key-timer.ts'
import { fillManyPositions } from './keys/many-positions.ts'
import { measureKeys, type KeyStep } from './keys/measure-keys.ts'
import { switches, switchesFrom, walksOf } from './keys/steps.ts'
import { percentile } from './measure/figures.ts'
import { fillOnce } from './measure/fill-once.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    positions: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '20' },
    live: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    kept: { type: 'string' },
  },
})
const runs = Number(values.runs)
const changeEveryMs = 330
/** The first calculation of a return over a million rows takes long. */
const maxWaitMs = 180_000

await buildIfStale()
keepHeapSmall()
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
try {
  await fillOnce(dataDir, values.kept, () => fillManyPositions(dataDir, Number(values.rows), Number(values.positions)))
  const host = await startWebHost(dataDir)
  const browser = await startChromium('complete')
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await context.addInitScript(installKeyTimer)
    const page = await context.newPage()
    page.setDefaultTimeout(maxWaitMs)
    await page.goto(await host.issueUrl())
    await page.locator('main .content').waitFor()
    const stopChanges = values.live ? changeOften(host) : async () => undefined
    await measureAll(page)
    await stopChanges()
  } finally {
    await browser.close()
    await host.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function measureAll(page: Page): Promise<void> {
  for (const { screen, ready, focus, steps } of walksOf(runs)) {
    const wanted = steps.filter(({ name }) => name.includes(values.only))
    if (wanted.length === 0) continue
    await open(page, screen, ready)
    for (const step of wanted) {
      await focus(page)
      await report(page, step)
    }
    await page.keyboard.press('Escape')
  }
  await open(page, switchesFrom, 'main .content')
  for (const step of switches(runs)) if (step.name.includes(values.only)) await report(page, step)
}

/** Opens a screen in its first state, without earlier input. */
async function open(page: Page, screen: string, ready: string): Promise<void> {
  await page.evaluate((name) => void (location.hash = `#/${name}`), screen)
  await page.locator(ready).first().waitFor()
  await page.waitForFunction(() => window.keyTimer.now('content') !== null)
}

async function report(page: Page, step: KeyStep): Promise<void> {
  const { times, cpuMs } = await measureKeys(page, step)
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  const { name, targetMs } = step
  const judged = targetMs === null ? {} : { target: targetMs, isMet: p95 <= targetMs }
  const cpu = Math.round(cpuMs * 10) / 10
  console.log(JSON.stringify({ name, p50, p95, cpu, unit: 'ms', keys: times.length, ...judged }))
}

/** Makes the windows read everything again as often as prices arrive. Returns a function that ends this. */
function changeOften(host: WebHostProcess): () => Promise<void> {
  let isEnded = false
  const change = async (): Promise<void> => {
    while (!isEnded) {
      await host.call('currencies.setBase', { currency: 'RUB' })
      await new Promise((resolve) => setTimeout(resolve, changeEveryMs))
    }
  }
  const changes = change()
  return () => {
    isEnded = true
    return changes
  }
}
