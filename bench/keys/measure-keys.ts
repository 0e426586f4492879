import type { Page } from 'playwright'
import type { Look } from './key-timer.ts'

/** Longer than anything that a key may take. */
const maxMs = 60_000
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

/** What a step took. */
interface KeyTimes {
  /** ms from each key to the paint that shows its effect. */
  readonly times: readonly number[]
  /** Processor time of the page's main thread for one key, ms on average: other work on the computer counts little in it. */
  readonly cpuMs: number
}

/** Throws if a key changes nothing. */
export async function measureKeys(page: Page, { name, keys, look }: KeyStep): Promise<KeyTimes> {
  const cpu = await startCpu(page)
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate((look) => window.keyTimer.start(look), look)
    await page.keyboard.press(key)
    const time = await page.evaluate((maxMs) => window.keyTimer.result(maxMs), maxMs)
    if (time === null) throw new Error(`${name}: ${key} changed nothing on screen in ${String(maxMs)} ms`)
    times.push(time)
    await page.waitForTimeout(pauseMs)
  }
  return { times, cpuMs: (await cpu()) / keys.length }
}

/** Returns a function that tells the processor time of the page's main thread since now, ms. */
async function startCpu(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN)
  }
  const begin = await read()
  return async () => {
    const end = await read()
    await session.detach()
    return end - begin
  }
}
