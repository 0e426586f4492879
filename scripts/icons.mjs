// `npm run icons`: draws the PNGs of resources/ from their SVGs.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumArgs, prepareChromium } from './chromium.mjs'

const folder = fileURLToPath(new URL('../resources/', import.meta.url))
const sizesOf = (/** @type {string} */ name) => (name.startsWith('tray') ? [16, 32] : [512])

/** On a dark panel, and for systems that colour the icon themselves. */
const brighter = { '#2c8a5b': '#5fd39a', '#c2453d': '#ff8a80', '#7d8891': '#b7c0c8', '#c07a12': '#ffb74d' }
const variantsOf = (/** @type {string} */ name, /** @type {string} */ svg) =>
  name.startsWith('tray')
    ? [
        { suffix: '', svg },
        { suffix: '-dark', svg: Object.entries(brighter).reduce((text, [from, to]) => text.replaceAll(from, to), svg) },
        { suffix: 'Template', svg: svg.replaceAll(/#[0-9a-f]{6}/g, '#000000') },
      ]
    : [{ suffix: '', svg }]

const found = await prepareChromium()
if ('missing' in found) throw new Error(found.missing)
const browser = await chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })
try {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.svg'))) {
    const name = file.slice(0, -'.svg'.length)
    const variants = variantsOf(name, readFileSync(folder + file, 'utf8'))
    for (const [index, size, suffix, svg] of variants.flatMap((variant) =>
      sizesOf(name).map((size, index) => /** @type {const} */ ([index, size, variant.suffix, variant.svg])),
    )) {
      const page = await browser.newPage({ viewport: { width: size, height: size } })
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
      )
      writeFileSync(
        `${folder}${name}${suffix}${index === 0 ? '' : '@2x'}.png`,
        await page.screenshot({ omitBackground: true }),
      )
      await page.close()
    }
  }
} finally {
  await browser.close()
}
