import type { ChartData, ChartDataset } from 'chart.js'
import type { CurvePoint } from './equity-curve.ts'

/** A value of a line at an instant (UTC ms), as a float for drawing only; `null` breaks the line. */
export interface LinePoint {
  readonly at: number
  readonly value: number | null
}

/** A line of a comparison. */
export interface ComparedLine {
  readonly name: string
  readonly points: readonly LinePoint[]
  readonly colour: string
  readonly isDashed: boolean
}

type NamedPoint = CurvePoint & { readonly words: string }

/**
 * Lines on one axis, with a gap where a value is unknown. A value between two gaps is drawn as a dot. `words` formats a
 * value.
 */
export function comparisonData(
  lines: readonly ComparedLine[],
  words: (value: number) => string,
): ChartData<'line', CurvePoint[]> {
  return {
    datasets: lines.map(({ name, points, colour, isDashed }): ChartDataset<'line', CurvePoint[]> => {
      const data = points.map(({ at, value }): NamedPoint => ({
        x: at,
        y: value,
        equity: null,
        words: value === null ? '' : `${name} ${words(value)}`,
      }))
      const isKnown = (index: number) => points[index]?.value != null
      return {
        data,
        borderColor: colour,
        backgroundColor: colour,
        borderWidth: 1.5,
        borderDash: isDashed ? [4, 3] : [],
        spanGaps: false,
        pointRadius: ({ dataIndex: at }) => (isKnown(at) && !isKnown(at - 1) && !isKnown(at + 1) ? 2 : 0),
        pointHoverRadius: 3,
        pointHitRadius: 0,
        pointHoverBackgroundColor: colour,
        pointBorderWidth: 0,
      }
    }),
  }
}
