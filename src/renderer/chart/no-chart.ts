import type { Chartlike } from './chart.svelte.ts'

/** Stands for a chart where a canvas cannot be drawn on: the words beside it say all that it would have shown. */
export const noChart = <D, O>(data: D): Chartlike<D, O> => ({ data, update: () => undefined, destroy: () => undefined })
