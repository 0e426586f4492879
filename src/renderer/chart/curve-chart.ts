import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartData,
  type ChartOptions,
} from 'chart.js'
import type { Decimal } from '../../shared/decimal.ts'
import type { Chartlike } from './chart.svelte.ts'
import { isAlone, type CurvePoint } from './equity-curve.ts'
import { noChart } from './no-chart.ts'
import { tickFormat, timeTicks } from './time-axis.ts'

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip)

/** Marks nearer to the edge would have their time cut, or stand beside it. */
const halfLabelPx = 28

/** What the line is drawn with. */
export interface CurveLook {
  readonly from: number
  readonly until: number
  readonly colours: { readonly line: string; readonly grid: string; readonly text: string; readonly paper: string }
  readonly locale: string | undefined
  /** `null` hides the figures: the shape alone is drawn. */
  readonly amount: ((value: Decimal) => string) | null
  readonly axisAmount: (value: number) => string
  readonly dateTime: (at: number) => string
}

/** The chart of recorded equity; data and options come by the attachment. */
export function makeCurveChart(
  canvas: HTMLCanvasElement,
): Chartlike<ChartData<'line', CurvePoint[]>, ChartOptions<'line'>> {
  const data = { datasets: [] }
  if (canvas.getContext('2d') === null) return noChart(data)
  return new Chart<'line', CurvePoint[]>(canvas, { type: 'line', data, options: { animation: false } })
}

/** A stepped line with breaks; a reading that stands alone is a dot. */
export function curveData(points: readonly CurvePoint[], colour: string): ChartData<'line', CurvePoint[]> {
  return {
    datasets: [
      {
        data: [...points],
        stepped: true,
        borderColor: colour,
        borderWidth: 1.5,
        backgroundColor: colour,
        spanGaps: false,
        pointRadius: ({ dataIndex }) => (isAlone(points, dataIndex) ? 2 : 0),
        pointHoverRadius: 3,
        pointHitRadius: 0,
        pointHoverBackgroundColor: colour,
        pointBorderWidth: 0,
      },
    ],
  }
}

/** Axes on local hours and days, figures in the person's formats, no motion. */
export function curveOptions(look: CurveLook): ChartOptions<'line'> {
  const { colours, from, until } = look
  const ticks = tickFormat(until - from, look.locale)
  const font = { family: getComputedStyle(document.body).fontFamily, size: 11 }
  return {
    animation: false,
    parsing: false,
    normalized: true,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        min: from,
        max: until,
        grid: { display: false },
        border: { color: colours.grid },
        afterBuildTicks: (axis) => {
          const edge = ((until - from) * halfLabelPx) / axis.width
          axis.ticks = timeTicks(from, until, Math.max(2, Math.floor(axis.width / 90)))
            .filter((value) => value >= from + edge && value <= until - edge)
            .map((value) => ({ value }))
        },
        ticks: {
          color: colours.text,
          font,
          maxRotation: 0,
          autoSkip: false,
          callback: (value) => ticks.format(Number(value)),
        },
      },
      y: {
        type: 'linear',
        position: 'right',
        grace: '6%',
        grid: { color: colours.grid, drawTicks: false },
        border: { display: false },
        ticks: {
          display: look.amount !== null,
          color: colours.text,
          font,
          maxTicksLimit: 5,
          padding: 6,
          callback: (value) => look.axisAmount(Number(value)),
        },
      },
    },
    plugins: {
      tooltip: {
        enabled: look.amount !== null,
        displayColors: false,
        animation: false,
        backgroundColor: colours.text,
        titleColor: colours.paper,
        bodyColor: colours.paper,
        titleFont: { ...font, weight: 'normal' },
        bodyFont: { ...font, size: 12, weight: 600 },
        cornerRadius: 6,
        caretSize: 0,
        callbacks: {
          title: ([item]) => (item === undefined ? '' : look.dateTime(Number(item.parsed.x))),
          label: (item) => {
            const equity = equityOf(item.raw)
            return equity === null || look.amount === null ? '' : look.amount(equity)
          },
        },
      },
    },
  }
}

const isCurvePoint = (raw: unknown): raw is CurvePoint => typeof raw === 'object' && raw !== null && 'equity' in raw
const equityOf = (raw: unknown): Decimal | null => (isCurvePoint(raw) ? raw.equity : null)
