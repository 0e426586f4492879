import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/renderer/styles/tokens.css', 'utf8')

type Rgb = readonly [number, number, number]
type Tokens = ReadonlyMap<string, readonly [light: Rgb, dark: Rgb]>

/** OKLCH to linear sRGB: https://bottosson.github.io/posts/oklab/ */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Relative luminance and contrast: WCAG 2.2. */
const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function readTokens(selector: string): Tokens {
  const block = new RegExp(`^${selector.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? ''
  const number = '([\\d.]+)'
  const colour = `oklch\\(${number} ${number} ${number}\\)`
  const pairs = block.matchAll(new RegExp(`--([\\w-]+): light-dark\\(${colour}, ${colour}\\)`, 'g'))
  return new Map(
    [...pairs].map(([, name, ...parts]) => {
      const [l1, c1, h1, l2, c2, h2] = parts.map(Number) as [number, number, number, number, number, number]
      return [name!, [oklch(l1, c1, h1), oklch(l2, c2, h2)]]
    }),
  )
}

const base = readTokens(':root')
const palettes = {
  'green-red': base,
  'blue-orange': new Map([...base, ...readTokens("[data-palette='blue-orange']")]),
}
const papers = ['paper', 'paper-2', 'paper-3']
const texts = ['ink', 'ink-2', 'ink-3', 'accent', 'gain', 'loss', 'warn']

test('the contrast of black on white is 21', () => {
  expect(contrast(oklch(0, 0, 0), oklch(1, 0, 0))).toBeCloseTo(21, 1)
})

test('the blue and orange palette overrides the colours of gain and loss', () => {
  expect([...readTokens("[data-palette='blue-orange']").keys()]).toEqual(['gain', 'loss'])
})

const cases = Object.entries(palettes).flatMap(([palette, tokens]) =>
  ['light', 'dark'].flatMap((theme, index) => [
    ...texts.flatMap((text) => papers.map((paper) => ({ palette, theme, text, paper, tokens, index }))),
    { palette, theme, text: 'on-accent', paper: 'accent', tokens, index },
    { palette, theme, text: 'on-accent', paper: 'accent-hover', tokens, index },
  ]),
)

test.each(cases)(
  '$text on $paper has a contrast of at least 4.5 in $theme, $palette',
  ({ text, paper, tokens, index }) => {
    const front = tokens.get(text)?.[index]
    const back = tokens.get(paper)?.[index]
    expect(front && back).toBeDefined()
    expect(contrast(front!, back!)).toBeGreaterThanOrEqual(4.5)
  },
)

test.each(['focus'])('%s has a contrast of at least 3 to every background', (name) => {
  for (const paper of papers) {
    for (const index of [0, 1]) {
      expect(contrast(base.get(name)![index]!, base.get(paper)![index]!)).toBeGreaterThanOrEqual(3)
    }
  }
})
