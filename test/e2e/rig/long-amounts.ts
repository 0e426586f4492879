import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import type { App, WindowOptions } from './app.ts'
import { openPage } from './browser.ts'

/**
 * Runs in the page: gives every amount of an answer this size, whatever it is at the moment, because amounts are that long in
 * some currencies. Its sign, and prices, quantities, rates and shares, stay as they are.
 */
function enlargeAmounts(size: string): void {
  const isOther = (key: string): boolean =>
    /ids?$|price|rate|yield|last|bid|ask|open|high|low|close|percent|average|share|quantity|lots|size|volume|stated|change|next|step/i.test(
      key,
    )
  const enlarge = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^(-?)\d+(\.\d+)?$/, `$1${size}`)
    if (Array.isArray(value)) return value.map(enlarge)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isOther(key) ? part : enlarge(part)]))
  }
  const { json } = Response.prototype
  Response.prototype.json = async function (this: Response) {
    return enlarge(await json.call(this))
  }
}

/** Opens a window of the app in which all amounts have this size, of at least ten digits. It closes after the test. */
export async function openWithAmounts(app: App, size: string, options: WindowOptions): Promise<Page> {
  const context = await app.windows.makeContext({ reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  await context.addInitScript(enlargeAmounts, size)
  const { page } = await openPage(context, await app.host.issueUrl())
  // The equity.
  await page
    .getByText(/^\d+(,\d{3}){3,}\.\d\d.RUB$/)
    .first()
    .waitFor()
  return page
}
