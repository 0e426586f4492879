import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
/** A figure of a contract in the chain. */
export type ChainFigure = 'last' | 'bid' | 'ask' | 'volatility' | 'delta' | 'interest'

/** A column of one side of the chain. */
export interface ChainColumn {
  readonly key: ChainFigure
  readonly title: string
  /** The width of the chain in px below which the column is hidden. */
  readonly hideBelow: number
}

const fromStrikeOutwards: readonly ChainColumn[] = texts([
  { key: 'last', title: m.instrument_options_last, hideBelow: 0 },
  { key: 'bid', title: m.instrument_market_bid, hideBelow: 0 },
  { key: 'ask', title: m.instrument_market_ask, hideBelow: 0 },
  { key: 'volatility', title: m.instrument_options_volatility, hideBelow: 640 },
  { key: 'delta', title: m.instrument_market_delta, hideBelow: 820 },
  { key: 'interest', title: m.instrument_options_open_interest, hideBelow: 980 },
])

/** The columns of the puts, from the strike outwards. A width of 0 means that it is not measured yet. */
export const putCells = (widthPx: number): readonly ChainColumn[] =>
  fromStrikeOutwards.filter(({ hideBelow }) => widthPx === 0 || widthPx >= hideBelow)

/** The columns of the calls, towards the strike. */
export const callCells = (widthPx: number): readonly ChainColumn[] => putCells(widthPx).toReversed()

/** The grid tracks for this number of columns per side. */
export const chainTracks = (columns: number): string =>
  `repeat(${columns}, minmax(0, 1fr)) minmax(72px, 0.9fr) repeat(${columns}, minmax(0, 1fr))`
