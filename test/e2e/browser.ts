import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { chromiumArgs, prepareChromium } from '../../scripts/chromium.mjs'

/** A Chromium that may talk to nobody but the web host. */
export async function startChromium(): Promise<Browser> {
  const found = await prepareChromium()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })
}

/** What went wrong on a page without anybody seeing it. */
export interface Watched {
  readonly page: Page
  readonly faults: readonly string[]
}

/** A page that notes script errors, refusals of the content security policy and requests to anywhere else. */
export async function openPage(context: BrowserContext, url: string): Promise<Watched> {
  const page = await context.newPage()
  const faults: string[] = []
  const { origin } = new URL(url)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      faults.push(`left for ${request.url()}`)
  })
  await page.goto(url)
  return { page, faults }
}

/** Accessibility faults of the page as it stands, in words: contrast, names, roles. Our pages have no frames. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** A window is wide or narrow, its colours are light or dark; neither depends on the other. */
const looks = [
  { colorScheme: 'dark', width: 760 },
  { colorScheme: 'light', width: 1440 },
] as const

/** What of the page as it stands does not fit or is not accessible, narrow and dark and then wide and light. */
export async function findFaultsOfLooks(page: Page): Promise<string[]> {
  const height = page.viewportSize()?.height ?? 900
  const faults: string[] = []
  for (const { colorScheme, width } of looks) {
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
