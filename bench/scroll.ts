import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
// `npm run bench -- scroll [--rows N] [--frames N]`: scrolls through N transactions in Chromium, for at most N frames each
// time, and measures the times of frames in ms. Prints one JSON line per scroll.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { chromiumArgs, prepareChromium } from '../scripts/chromium.mjs'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, frames: { type: 'string', default: '2000' } },
})
const rows = Number(values.rows)
const frameCount = Number(values.frames)
const found = await prepareChromium('complete')
if ('missing' in found) throw new Error(found.missing)

const outDir = await mkdtemp(join(tmpdir(), 'tidemark-scroll-'))
const config = {
  root: join(import.meta.dirname, 'scroll-page'),
  configFile: false as const,
  logLevel: 'error' as const,
  plugins: [svelte({ configFile: false })],
  build: { outDir, emptyOutDir: true, target: 'chrome130' },
  preview: { host: '127.0.0.1', port: 0 },
}
await build(config)
const server = await preview(config)
const browser = await chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.resolvedUrls?.local[0]}?rows=${rows}#/transactions`)
  await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor({ timeout: 60_000 })
  const stepOfFling = Math.ceil((rows * 32) / frameCount)
  for (const [name, stepPx] of [
    ['frame', stepOfFling],
    ['frame, back up', -stepOfFling],
    ['frame, by wheel', 90],
  ] as const)
    console.log(JSON.stringify({ name, ...(await fling(page, stepPx)), unit: 'ms', rows }))
} finally {
  await browser.close()
  await server.close()
  await rm(outDir, { recursive: true, force: true })
}

/**
 * Scrolls by `stepPx` per frame to the end, or for `frameCount` frames (2,000 frames take about half a minute). Measures the
 * time from frame to frame.
 */
async function fling(page: Page, stepPx: number) {
  const measured = await page.locator('[role=grid]').evaluate(
    (box, { step, maxFrames }) =>
      new Promise<{ frames: number[]; blank: number }>((resolve) => {
        const frames: number[] = []
        let blank = 0
        let before = performance.now()
        const frame = (now: number) => {
          frames.push(now - before)
          before = now
          const inView = [...box.querySelectorAll('[role=row] i')].some((mark) => {
            const { top } = mark.getBoundingClientRect()
            return top > 0 && top < innerHeight
          })
          if (inView) blank += 1
          const at = box.scrollTop
          box.scrollTop = at + step
          if (frames.length < maxFrames && box.scrollTop !== at) requestAnimationFrame(frame)
          else resolve({ frames: frames.slice(2), blank })
        }
        requestAnimationFrame(frame)
      }),
    { step: stepPx, maxFrames: frameCount },
  )
  const sorted = measured.frames.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), frames: sorted.length, framesWithRowsUnread: measured.blank }
}
