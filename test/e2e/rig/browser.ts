import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { chromiumArgs, prepareChromium } from '../../../scripts/chromium.mjs'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

export type ChromiumKind = Parameters<typeof prepareChromium>[0]

/** Starts a Chromium for tests, which may contact only the web host. A complete one is slower, and shows notifications. */
export async function startChromium(kind: ChromiumKind = 'headless'): Promise<Browser> {
  const found = await prepareChromium(kind)
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })
}

const shared = new Map<ChromiumKind, Promise<Browser>>()

/** A Chromium that all test files of a process use; it ends with the process. */
export async function sharedChromium(kind: ChromiumKind = 'headless'): Promise<Browser> {
  const running = await shared.get(kind)
  if (running?.isConnected()) return running
  const started = startChromium(kind)
  shared.set(kind, started)
  return started
}

/** A page and its faults that are not visible on it. */
export interface Watched {
  readonly page: Page
  readonly faults: string[]
}

/** Opens a page that records script errors, violations of the content security policy and requests to other origins. */
export async function openPage(context: BrowserContext, url: string): Promise<Watched> {
  // Long, for a machine that runs several apps and browsers at the same time.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const faults: string[] = []
  const { origin } = new URL(url)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      faults.push(`request to another origin: ${request.url()}`)
  })
  await page.goto(url)
  return { page, faults }
}

/** The accessibility faults of the page in its current state, as text: contrast, names, roles. The pages have no frames. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // Rows that are being replaced are pale.
  await page.locator('.canvas.old').waitFor({ state: 'detached' })
  // Once for each page: reading the script takes longer than one analysis, and it is faster after the first one.
  // Without the markup of each element that it looks at, which nobody reads.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`)
  return page.evaluate(async () => {
    // Without the elements that pass, whose selectors take half of the time.
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}

/** Widths with colour schemes. Width and colours are independent, so two combinations are enough. */
const appearances = [
  { colorScheme: 'dark', width: 760 },
  { colorScheme: 'light', width: 1440 },
] as const

/** The faults of layout and accessibility of the page in its current state, first narrow and dark, then wide and light. */
export async function findVisualFaults(page: Page): Promise<string[]> {
  const height = page.viewportSize()?.height ?? 900
  const faults: string[] = []
  for (const { colorScheme, width } of appearances) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    const tooWide = await page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      const parts = [document.documentElement, document.querySelector('main'), document.querySelector('dialog[open]')]
      return parts.flatMap((part) =>
        part !== null && part.scrollWidth > part.clientWidth
          ? [`${part.tagName} is ${part.scrollWidth - part.clientWidth} px too wide`]
          : [],
      )
    })
    const found = [...(await findAccessibilityFaults(page)), ...tooWide]
    faults.push(...found.map((fault) => `${colorScheme}, ${width} px: ${fault}`))
  }
  return faults
}
