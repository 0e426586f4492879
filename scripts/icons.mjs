// `npm run icons`: draws the PNGs of resources/ from their SVGs.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumArgs, prepareChromium } from './chromium.mjs'

const folder = fileURLToPath(new URL('../resources/', import.meta.url))
const sizesOf = (/** @type {string} */ name) => (name.startsWith('tray') ? [16, 32] : [512])

/** Colours for dark panels. The black template is for systems that colour the icon themselves. */
const brighter = { '#2c8a5b': '#5fd39a', '#c2453d': '#ff8a80', '#7d8891': '#b7c0c8', '#c07a12': '#ffb74d' }
const variantsOf = (/** @type {string} */ name, /** @type {string} */ svg) =>
  name.startsWith('tray')
    ? [
        { suffix: '', svg },
        { suffix: '-dark', svg: Object.entries(brighter).reduce((text, [from, to]) => text.replaceAll(from, to), svg) },
        { suffix: 'Template', svg: svg.replaceAll(/#[0-9a-f]{6}/g, '#000000') },
      ]
    : [{ suffix: '', svg }]

/** The sizes for Linux desktops, which scale the nearest one. Small icons are rendered in their own size to stay sharp. */
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]

const found = await prepareChromium()
if ('missing' in found) throw new Error(found.missing)
const browser = await chromium.launch({ executablePath: found.executablePath, args: chromiumArgs })

/**
 * @param {string} svg
 * @param {number} size
 * @param {string} path below resources/
 */
async function draw(svg, size, path) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`)
  writeFileSync(folder + path, await page.screenshot({ omitBackground: true }))
  await page.close()
}

try {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.svg'))) {
    const name = file.slice(0, -'.svg'.length)
    for (const { suffix, svg } of variantsOf(name, readFileSync(folder + file, 'utf8')))
      for (const [index, size] of sizesOf(name).entries())
        await draw(svg, size, `${name}${suffix}${index === 0 ? '' : '@2x'}.png`)
  }
  mkdirSync(`${folder}icons`, { recursive: true })
  const icon = readFileSync(`${folder}icon.svg`, 'utf8')
  for (const size of iconSizes) await draw(icon, size, `icons/${String(size)}x${String(size)}.png`)
} finally {
  await browser.close()
}
