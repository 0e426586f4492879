// `npm run icons`: draws the PNGs of resources/ from their SVGs.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumArgs, prepareChromium } from './chromium.mjs'

const folder = fileURLToPath(new URL('../resources/', import.meta.url))
const sizesOf = (/** @type {string} */ name) => (name.startsWith('tray') ? [16, 32] : [512])

const found = await prepareChromium()
if ('missing' in found) throw new Error(found.missing)
const browser = await chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })
try {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.svg'))) {
    const name = file.slice(0, -'.svg'.length)
    const svg = readFileSync(folder + file, 'utf8')
    for (const [index, size] of sizesOf(name).entries()) {
      const page = await browser.newPage({ viewport: { width: size, height: size } })
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
      )
      writeFileSync(`${folder}${name}${index === 0 ? '' : '@2x'}.png`, await page.screenshot({ omitBackground: true }))
      await page.close()
    }
  }
} finally {
  await browser.close()
}
