import type { InstrumentPart } from '#shared/model/instrument-view.ts'

/** The content of the screen for some minutes, and the measured interval. */
export interface LiveScenario {
  readonly name: string
  /** Rows of the watchlist. All are on screen unless instruments are opened. */
  readonly listed: number
  /** Positions of two accounts. */
  readonly held: number
  /** Positions that are also on screen. */
  readonly heldShown: number
  /** Start and end of the measurement, in seconds since the start. */
  readonly from: number
  readonly to: number
  /** Rows per day in the history of each account. */
  readonly transactionsPerDay: number
  /** Seconds between two opened instruments, which replace the list on screen; 0 for none. */
  readonly openEverySeconds: number
}

const usual = { held: 20, heldShown: 0, from: 0, to: 240, transactionsPerDay: 10, openEverySeconds: 0 }
const steady = { ...usual, from: 430, to: 670 }

/** Parts of an instrument's page. */
export const pageParts: readonly InstrumentPart[] = [
  ...(['details', 'params', 'schedule', 'book', 'trades', 'dividends', 'splits'] as const),
]

export const scenarios: readonly LiveScenario[] = [
  { ...usual, name: 'watchlist of 150, fresh', listed: 150 },
  { ...steady, name: 'watchlist of 150, steady', listed: 150 },
  { ...steady, name: 'watchlist of 30, steady', listed: 30 },
  { ...steady, name: 'watchlist of 400, steady', listed: 400 },
  { ...steady, name: 'held and watched', listed: 40, held: 40, heldShown: 20 },
  { ...usual, name: 'history of a million rows loading', listed: 60, transactionsPerDay: 500, to: 300 },
  { ...usual, name: '60 instruments opened one after another', listed: 60, openEverySeconds: 3, to: 180 },
]
