import type { Page } from 'playwright'

/** Of a page, in ms: UTC when its document began to load, and how long after that its first figures were on screen. */
export interface Paint {
  readonly timeOrigin: number
  readonly afterMs: number
}

const withinMs = 30_000

/** When the browser painted the equity of the overview, in a window that could be seen. The browser noted it; asking late does not matter. */
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
