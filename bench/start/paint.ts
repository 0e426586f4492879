import type { Page } from 'playwright'

/**
 * The first paint of figures on a page, in ms: the start of loading (UTC), and the time from then until the figures were on
 * screen.
 */
export interface Paint {
  readonly timeOrigin: number
  readonly afterMs: number
}

const withinMs = 30_000

/**
 * The time at which the browser painted the equity of the overview in a visible window. The browser records it, so a late call
 * returns the same time.
 */
export const readFirstFigures = (page: Page): Promise<Paint> =>
  page.evaluate(
    (limitMs) =>
      new Promise<Paint>((resolve, reject) => {
        setTimeout(() => reject(new Error('no figures were painted')), limitMs)
        new PerformanceObserver((list) => {
          const figures = list
            .getEntries()
            .find((entry) => 'identifier' in entry && entry.identifier === 'first-figures')
          if (figures === undefined) return
          const shown = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'visible')
          resolve({ timeOrigin: performance.timeOrigin, afterMs: Math.max(figures.startTime, shown?.startTime ?? 0) })
        }).observe({ type: 'element', buffered: true })
      }),
    withinMs,
  )
