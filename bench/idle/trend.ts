/** The growth of a figure by least squares, with its uncertainty. */
export interface Trend {
  /** In units of the figure for each hour. */
  readonly slope: number
  /** The standard error of the slope; `null` with fewer than three blocks. */
  readonly standardError: number | null
}

export interface Point {
  readonly hours: number
  readonly value: number
}

/** Neighbouring samples are similar. Only means of blocks of this length count as independent. */
const blockHours = 2

/**
 * The trend of a figure. Samples are first averaged in blocks of two hours. Their noise (garbage before its collection, pages
 * of a write-ahead log) lasts for several samples, so single samples would make the standard error too small.
 */
export function trendOf(points: readonly Point[]): Trend {
  const blocks = averageBlocks(points)
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(blocks.map(({ hours }) => hours))
  const y = mean(blocks.map(({ value }) => value))
  const spread = blocks.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0)
  if (spread === 0) return { slope: 0, standardError: null }
  const slope = blocks.reduce((sum, { hours, value }) => sum + (hours - x) * (value - y), 0) / spread
  if (blocks.length < 3) return { slope, standardError: null }
  const residual = blocks.reduce((sum, { hours, value }) => sum + (value - y - slope * (hours - x)) ** 2, 0)
  return { slope, standardError: Math.sqrt(residual / (blocks.length - 2) / spread) }
}

function averageBlocks(points: readonly Point[]): Point[] {
  const blocks = new Map<number, Point[]>()
  for (const point of points) {
    const block = Math.floor(point.hours / blockHours)
    blocks.set(block, [...(blocks.get(block) ?? []), point])
  }
  return [...blocks.values()].map((members) => ({
    hours: members.reduce((sum, { hours }) => sum + hours, 0) / members.length,
    value: members.reduce((sum, { value }) => sum + value, 0) / members.length,
  }))
}
