import type { ChartDataset } from 'chart.js'
import type { CurvePoint } from './equity-curve.ts'

/** A trade drawn on a curve. x in UTC ms; y is a float for drawing only. */
export interface TradeMark {
  readonly x: number
  readonly y: number
  readonly isPurchase: boolean
  /** The text of the tooltip. */
  readonly words: string
}

export type MarkPoint = CurvePoint & { readonly words: string }

const isMarkPoint = (raw: unknown): raw is MarkPoint => typeof raw === 'object' && raw !== null && 'words' in raw

/** The tooltip of the mark under the pointer; `null` for a point of the curve. */
export const markWords = (raw: unknown): string | null => (isMarkPoint(raw) ? raw.words : null)

interface MarkColours {
  readonly ink: string
  readonly paper: string
}

/** Purchases as filled triangles that point up, sales as hollow triangles that point down. */
export function markData(
  marks: readonly TradeMark[],
  { ink, paper }: MarkColours,
): ChartDataset<'line', CurvePoint[]>[] {
  const pointsOf = (isPurchase: boolean): MarkPoint[] =>
    marks.filter((mark) => mark.isPurchase === isPurchase).map(({ x, y, words }) => ({ x, y, equity: null, words }))
  const shape = {
    showLine: false,
    // A mark at the edge is not clipped.
    clip: false as const,
    pointStyle: 'triangle' as const,
    pointRadius: 5,
    pointHoverRadius: 6,
    pointBorderWidth: 1.5,
    pointHoverBorderWidth: 1.5,
    pointBorderColor: ink,
    pointHoverBorderColor: ink,
  }
  return [
    { ...shape, data: pointsOf(true), pointBackgroundColor: ink, pointHoverBackgroundColor: ink },
    {
      ...shape,
      data: pointsOf(false),
      pointRotation: 180,
      pointBackgroundColor: paper,
      pointHoverBackgroundColor: paper,
    },
  ].filter(({ data }) => data.length > 0)
}

/** A horizontal line at a value over the whole chart, such as the price of an order. y is a float for drawing only. */
export interface LevelLine {
  readonly y: number
  readonly tone: 'ink-2' | 'ink-3' | 'accent' | 'gain' | 'loss'
  readonly isDotted?: boolean
}

/** A dashed horizontal line at a value, between two instants (UTC ms). */
export function levelData(
  y: number,
  from: number,
  until: number,
  colour: string,
  isDotted = false,
): ChartDataset<'line', CurvePoint[]> {
  return {
    data: [
      { x: from, y, equity: null },
      { x: until, y, equity: null },
    ],
    borderColor: colour,
    borderWidth: 1,
    borderDash: isDotted ? [1, 3] : [4, 4],
    pointRadius: 0,
    pointHoverRadius: 0,
    pointHitRadius: 0,
  }
}
