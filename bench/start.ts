// `npm run bench -- start [--runs N] [--size small|typical|whale] [--no-electron]`: measures the time from a start to the first
// response with an overview, and to the first painted figures, with caches that the app's own jobs filled. Prints one JSON line
// per figure, with its target.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.mjs'
import { prepareChromium } from '../scripts/chromium.mjs'
import { prepareElectron } from '../scripts/electron/runtime.mjs'
import { startWebHost } from '../test/e2e/rig/web-host.ts'
import { percentile } from './measure/figures.ts'
import { measureElectron } from './start/electron.ts'
import { readSizes, seedData } from './start/seed.ts'
import { createHostStarter, measureHost, measurePage } from './start/web.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '11' }, size: { type: 'string' }, 'no-electron': { type: 'boolean' } },
})
const runs = Number(values.runs)
const sizes = readSizes(values.size)
const targetMs = { answered: 250, painted: 1_200 }

function report(name: string, times: readonly number[], target: number): void {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(JSON.stringify({ name, p50, p99, unit: 'ms', runs: times.length, target, isMet: p50 <= target }))
}

const reportMissing = (name: string, reason: string): void =>
  console.log(JSON.stringify({ name, p50: null, unit: 'ms', reason }))

await buildIfStale()
const chromium = await prepareChromium()
const electron = values['no-electron'] === true ? { missing: 'not requested' } : await prepareElectron()
const folder = mkdtempSync(join(tmpdir(), 'tidemark-start-'))
try {
  const demo = join(folder, 'demo')
  report('demo: host start to first overview', await measureHost(() => startWebHost(demo), runs), targetMs.answered)
  for (const size of sizes) {
    const seeded = await seedData(size, join(folder, size))
    try {
      console.log(JSON.stringify({ name: `${size}: transactions in the cache`, value: seeded.rows, unit: 'rows' }))
      const start = createHostStarter(seeded)
      report(`${size}: host start to first overview`, await measureHost(start, runs), targetMs.answered)
      const opened = `${size}: page opened to first figures, Chromium`
      if ('missing' in chromium) reportMissing(opened, chromium.missing)
      else report(opened, await measurePage(start, runs), targetMs.painted)
      const started = `${size}: Electron start to first figures`
      if ('missing' in electron) reportMissing(started, electron.missing)
      else report(started, await measureElectron(seeded, runs), targetMs.painted)
    } finally {
      await seeded.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
