import type { Page } from 'playwright'
import type { Effect } from './key-timer.ts'

/** Longer than any key takes. */
const maxMs = 60_000
/** The pause between two keys of a fast typist. */
const typingPauseMs = 40

/** Keys that are pressed one after the other, and the effect that each of them has on screen. */
export interface KeyStep {
  readonly name: string
  readonly keys: readonly string[]
  readonly effect: Effect
  /** The maximum time from a key to its effect. `null`: the time is reported and not checked. */
  readonly targetMs: number | null
  /** The pause before each key, ms; that of a fast typist without it. */
  readonly pauseMs?: number
}

/** The times of one step. */
interface KeyTimes {
  /** ms from each key to the paint that shows its effect. */
  readonly times: readonly number[]
  /** CPU time of the page's main thread for one key, ms on average. Other work on the computer hardly changes it. */
  readonly cpuMs: number
}

/** Throws if a key changes nothing. */
export async function measureKeys(
  page: Page,
  { name, keys, effect, pauseMs = typingPauseMs }: KeyStep,
): Promise<KeyTimes> {
  const cpu = await startCpu(page)
  const times: number[] = []
  for (const key of keys) {
    await page.waitForTimeout(pauseMs)
    // While the page is loading the effect of the key before, its end would be taken for the effect of this one.
    await page.waitForFunction((effect) => window.keyTimer.now(effect) !== null, effect, { timeout: maxMs })
    await page.evaluate((effect) => window.keyTimer.start(effect), effect)
    await page.keyboard.press(key)
    const time = await page.evaluate((maxMs) => window.keyTimer.result(maxMs), maxMs)
    if (time === null) throw new Error(`${name}: ${key} changed nothing on screen in ${String(maxMs)} ms`)
    times.push(time)
  }
  return { times, cpuMs: (await cpu()) / keys.length }
}

/** Returns a function that ends the measurement and returns the CPU time of the page's main thread since the start, ms. */
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
