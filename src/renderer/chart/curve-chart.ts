import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartData,
  type ChartDataset,
  type ChartEvent,
  type ChartOptions,
} from 'chart.js'
import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import { noChart, type Chartlike } from './chart.svelte.ts'
import { type DepositPoint, isAlone, type CurvePoint } from './equity-curve.ts'
import type { PixelScale } from './pixel-scale.ts'
import { tickFormat, timeTicks } from './time-axis.ts'
import { markWords } from './trade-marks.ts'

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip)

/** Labels closer to the edge than this would be cut off. */
const halfLabelPx = 28

/** The range, colours and formats of a curve. */
export interface CurveStyle {
  /** The range of the time axis, UTC ms. */
  readonly from: number
  readonly until: number
  readonly colours: { readonly line: string; readonly grid: string; readonly text: string; readonly paper: string }
  readonly locale: string | undefined
  /** Writes a value; `null` hides all figures, so that only the shape is drawn. */
  readonly amount: ((value: Decimal) => string) | null
  /** Values that the value axis includes at least. */
  readonly reach?: readonly number[]
  /** Whether the value axis starts at 0. */
  readonly startsAtZero: boolean
  readonly axisAmount: (value: number) => string
  readonly dateTime: (at: number) => string
  /** Called with the time (UTC ms) of a click. */
  readonly onPick?: ((at: number) => void) | undefined
}

/**
 * Creates the chart of a recorded curve; the attachment provides data and options. `onscale` is called with the pixel range
 * of the value axis.
 */
export function makeCurveChart(
  canvas: HTMLCanvasElement,
  onscale?: (scale: PixelScale) => void,
): Chartlike<ChartData<'line', CurvePoint[]>, ChartOptions<'line'>> {
  const data = { datasets: [] }
  if (canvas.getContext('2d') === null) return noChart(data)
  const report = ({ scales: { y }, chartArea }: Pick<Chart, 'scales' | 'chartArea'>): void => {
    if (y !== undefined) onscale?.({ top: y.top, bottom: y.bottom, right: chartArea.right, min: y.min, max: y.max })
  }
  const plugins = onscale === undefined ? [] : [{ id: 'scale', afterUpdate: report, resize: report }]
  return new Chart<'line', CurvePoint[]>(canvas, { type: 'line', data, options: { animation: false }, plugins })
}

const derivedDash = [3, 2]

/** The net deposits as a secondary stepped line. */
export const depositData = (points: readonly DepositPoint[], colour: string): ChartDataset<'line', CurvePoint[]> => ({
  data: [...points],
  stepped: true,
  borderColor: colour,
  borderWidth: 1,
  pointRadius: 0,
  pointHoverRadius: 2,
  pointHitRadius: 0,
  pointHoverBackgroundColor: colour,
  pointBorderWidth: 0,
})

/** The radius of the dot at the end of a line, px. */
const endRadius = 3

/**
 * A stepped line with breaks, dashed where it is derived. An isolated point is drawn as a dot, and so is the last one: a line
 * that was recorded for a few minutes would not be visible otherwise.
 */
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
        segment: {
          borderDash: ({ p1DataIndex }) => (points[p1DataIndex]?.isDerived === true ? derivedDash : undefined),
        },
        pointRadius: ({ dataIndex }) =>
          dataIndex === points.length - 1 ? endRadius : isAlone(points, dataIndex) ? 2 : 0,
        clip: endRadius,
        pointHoverRadius: 3,
        pointHitRadius: 0,
        pointHoverBackgroundColor: colour,
        pointBorderWidth: 0,
      },
    ],
  }
}

/** Axis marks on local hours and days, figures in the user's formats, no animation. */
export function curveOptions(style: CurveStyle): ChartOptions<'line'> {
  const { colours, from, until } = style
  const ticks = tickFormat(until - from, style.locale)
  const font = { family: getComputedStyle(document.body).fontFamily, size: 11 }
  return {
    animation: false,
    parsing: false,
    normalized: true,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    onClick: (event, _, { scales }) => pick(event, scales, style),
    // Dragging along the line picks each day that it passes.
    onHover: (event, _, { scales }) => {
      if (event.native instanceof MouseEvent && event.native.buttons === 1) pick(event, scales, style)
    },
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
        // Sums that start at zero have zero as the lower edge of the axis.
        ...(style.startsAtZero ? { min: 0, grace: 0 } : { grace: '6%' }),
        ...(style.reach?.length
          ? { suggestedMin: Math.min(...style.reach), suggestedMax: Math.max(...style.reach) }
          : {}),
        grid: { color: colours.grid, drawTicks: false },
        border: { display: false },
        ticks: {
          display: style.amount !== null,
          color: colours.text,
          font,
          maxTicksLimit: 5,
          padding: 6,
          callback: (value) => style.axisAmount(Number(value)),
        },
      },
    },
    plugins: {
      tooltip: {
        enabled: style.amount !== null,
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
          title: ([item]) => (item === undefined ? '' : style.dateTime(Number(item.parsed.x))),
          label: (item) => {
            const words = markWords(item.raw)
            if (words !== null) return words
            const equity = equityOf(item.raw)
            if (equity === null || style.amount === null) return ''
            return isDeposit(item.raw)
              ? m.chart_net_deposits_amount({ amount: style.amount(equity) })
              : style.amount(equity)
          },
        },
      },
    },
  }
}

const isDeposit = (raw: unknown): boolean => isCurvePoint(raw) && 'isDeposit' in raw
const isCurvePoint = (raw: unknown): raw is CurvePoint => typeof raw === 'object' && raw !== null && 'equity' in raw
const equityOf = (raw: unknown): Decimal | null => (isCurvePoint(raw) ? raw.equity : null)

function pick({ x }: ChartEvent, scales: Chart['scales'], { from, until, onPick }: CurveStyle): void {
  const at = x === null ? undefined : scales['x']?.getValueForPixel(x)
  if (at !== undefined && at >= from && at <= until) onPick?.(at)
}
