import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from 'playwright'
import type { Shot } from './shots.ts'

const maxLoadingMs = 4_000
const quietMs = 200
const maxUnquietMs = 800
/** The complete content of a screen is pictured, up to this height. */
const maxHeightPx = 2_200

/** Shows a screen in an open page and takes its picture. */
export async function takePicture(page: Page, shot: Shot, path: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${shot.address}`)
  await settle(page)
  if (shot.prepare !== undefined) {
    await shot.prepare(page)
    await settle(page)
  }
  const viewport = page.viewportSize()
  const hiddenPx = viewport === null || shot.prepare !== undefined ? 0 : await hiddenHeight(page)
  if (viewport !== null && hiddenPx > 0) {
    await page.setViewportSize({ ...viewport, height: Math.min(viewport.height + hiddenPx, maxHeightPx) })
    await settle(page)
  }
  await mkdir(dirname(path), { recursive: true })
  const format = path.endsWith('.png') ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality: 65 } as const)
  await page.screenshot({ ...format, path, animations: 'disabled', caret: 'hide' })
  if (viewport !== null) await page.setViewportSize(viewport)
  if (shot.prepare !== undefined) await page.keyboard.press('Escape')
}

/** Waits until the screen is painted and has loaded, at most for some seconds, because some states never end. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await page
    .locator('[aria-busy="true"], .skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: maxLoadingMs })
    .catch(() => undefined)
  await waitUntilQuiet(page)
}

/** Waits until the page has not changed for a moment, at most for some seconds, because prices and ages change. */
const waitUntilQuiet = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ quiet, longest }) => {
      await document.fonts.ready
      const startedAt = performance.now()
      let changedAt = startedAt
      const observer = new MutationObserver(() => (changedAt = performance.now()))
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      await new Promise<void>((resolve) => {
        const look = (): void => {
          const now = performance.now()
          if (now - changedAt >= quiet || now - startedAt >= longest) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      observer.disconnect()
    },
    { quiet: quietMs, longest: maxUnquietMs },
  )

/** The height of the content below the window, in px. */
const hiddenHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = document.querySelector('main') ?? document.documentElement
    return box.scrollHeight - box.clientHeight
  })
