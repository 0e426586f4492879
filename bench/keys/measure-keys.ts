import type { Page } from 'playwright'
import type { Look } from './key-timer.ts'

/** Longer than anything that a key may take. */
const maxMs = 5_000
/** Between two keys of a person who types fast. */
const pauseMs = 40

/** Keys that are pressed one after the other, and what each of them changes on screen. */
export interface KeyStep {
  readonly name: string
  readonly keys: readonly string[]
  readonly look: Look
  /** Without one the figure is only told. */
  readonly targetMs: number | null
}

/** ms from each key to the paint that shows its effect. Throws if one changes nothing. */
export async function measureKeys(page: Page, { name, keys, look }: KeyStep): Promise<readonly number[]> {
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate((look) => window.keyTimer.start(look), look)
    await page.keyboard.press(key)
    const time = await page.evaluate((maxMs) => window.keyTimer.result(maxMs), maxMs)
    if (time === null) throw new Error(`${name}: ${key} changed nothing on screen in ${String(maxMs)} ms`)
    times.push(time)
    await page.waitForTimeout(pauseMs)
  }
  return times
}
