/** A figure of a contract in the chain. */
export type ChainFigure = 'last' | 'bid' | 'ask' | 'volatility' | 'delta' | 'interest'

/** A column of one side of the chain. */
export interface ChainColumn {
  readonly key: ChainFigure
  readonly title: string
  /** Left out while the chain is narrower than this many px. */
  readonly hideBelow: number
}

const outwards: readonly ChainColumn[] = [
  { key: 'last', title: 'Last', hideBelow: 0 },
  { key: 'bid', title: 'Bid', hideBelow: 0 },
  { key: 'ask', title: 'Ask', hideBelow: 0 },
  { key: 'volatility', title: 'Vol. %', hideBelow: 640 },
  { key: 'delta', title: 'Delta', hideBelow: 820 },
  { key: 'interest', title: 'Open int.', hideBelow: 980 },
]

/** The puts' columns, from the strike outwards. A width of 0 is not measured yet. */
export const putCells = (widthPx: number): readonly ChainColumn[] =>
  outwards.filter(({ hideBelow }) => widthPx === 0 || widthPx >= hideBelow)

/** The calls' columns, up to the strike. */
export const callCells = (widthPx: number): readonly ChainColumn[] => putCells(widthPx).toReversed()

/** Grid tracks for so many columns a side. */
export const chainTracks = (columns: number): string =>
  `repeat(${columns}, minmax(0, 1fr)) minmax(72px, 0.9fr) repeat(${columns}, minmax(0, 1fr))`
