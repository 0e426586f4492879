import { ArcElement, Chart, DoughnutController, type ChartData, type ChartOptions } from 'chart.js'
import { noChart, type Chartlike } from '../../chart/chart.svelte.ts'
import type { Slice } from './allocation-slices.ts'

Chart.register(DoughnutController, ArcElement)

/** The ring of one currency's allocation; the legend next to it shows the figures. */
export function makeRingChart(
  canvas: HTMLCanvasElement,
): Chartlike<ChartData<'doughnut', number[]>, ChartOptions<'doughnut'>> {
  const data = { datasets: [] }
  if (canvas.getContext('2d') === null) return noChart(data)
  return new Chart<'doughnut', number[]>(canvas, { type: 'doughnut', data, options: ringOptions })
}

/** Sectors by absolute value, from the largest to the smallest. */
export function ringData(
  slices: readonly Slice[],
  colours: readonly string[],
  paper: string,
): ChartData<'doughnut', number[]> {
  return {
    labels: slices.map(({ label }) => label),
    datasets: [
      {
        data: slices.map(({ size }) => size),
        backgroundColor: [...colours],
        hoverBackgroundColor: [...colours],
        borderColor: paper,
        hoverBorderColor: paper,
        borderWidth: slices.length > 1 ? 1.5 : 0,
      },
    ],
  }
}

/** No animation and no tooltip: the legend already shows every figure. */
export const ringOptions: ChartOptions<'doughnut'> = {
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  cutout: '66%',
  events: [],
}
