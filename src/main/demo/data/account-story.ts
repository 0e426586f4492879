import { dayOf, type Day } from '../values/day.ts'

/** Something that happened to an account once, at a fixed date. Pieces are signed. */
export type StoryStep =
  | {
      readonly kind: 'trade'
      readonly symbol: string
      readonly on: Day
      readonly pieces: number
      /** Today's pieces for each piece of that time: the price was higher by this factor. */
      readonly laterSplit?: number
      /** The position and the cash count it, but the service does not list its rows. */
      readonly isUnlisted?: true
    }
  | { readonly kind: 'split'; readonly symbol: string; readonly on: Day; readonly held: number; readonly ratio: number }
  | {
      readonly kind: 'transfer'
      readonly symbol: string
      readonly on: Day
      readonly pieces: number
      readonly otherAccount: string
      /** Their price on this day stays their average price. */
      readonly boughtOn: Day
    }
  /** A fee that the service charges once and lists twice. */
  | { readonly kind: 'doubled-fee'; readonly on: Day; readonly currency: string; readonly amount: string }
  /** Calls on Sberbank, far out of the money, held until they expire. */
  | { readonly kind: 'option'; readonly expiresOn: Day; readonly pieces: number }
  /** Puts on Sberbank, bought every month and held until they expire. */
  | { readonly kind: 'monthly-puts'; readonly from: Day; readonly pieces: number }

/**
 * A split, an amortizing bond, a bond that was redeemed, an option, puts of which one is always held; a purchase that is not
 * listed, and a fee listed twice.
 */
export const marginStory: readonly StoryStep[] = [
  { kind: 'trade', symbol: 'GEND@MISX', on: dayOf(2024, 2, 12), pieces: 6, laterSplit: 10 },
  { kind: 'split', symbol: 'GEND@MISX', on: dayOf(2024, 9, 16), held: 6, ratio: 10 },
  { kind: 'trade', symbol: 'GEND@MISX', on: dayOf(2025, 6, 10), pieces: -20 },
  { kind: 'trade', symbol: 'DOMA@MISX', on: dayOf(2024, 2, 20), pieces: 130, isUnlisted: true },
  { kind: 'trade', symbol: 'DOMA@MISX', on: dayOf(2025, 3, 18), pieces: 50 },
  { kind: 'trade', symbol: 'DOMA@MISX', on: dayOf(2025, 10, 21), pieces: -80 },
  { kind: 'trade', symbol: 'RU000A101868@MISX', on: dayOf(2024, 3, 12), pieces: 40 },
  { kind: 'trade', symbol: 'RU000A10ACM1@MISX', on: dayOf(2024, 4, 9), pieces: 25 },
  { kind: 'option', expiresOn: dayOf(2025, 3, 19), pieces: 200 },
  { kind: 'monthly-puts', from: dayOf(2026, 6, 1), pieces: 500 },
  { kind: 'doubled-fee', on: dayOf(2025, 4, 1), currency: 'USD', amount: '-12.4' },
]

const brickTransfer = {
  kind: 'transfer',
  symbol: 'KIRP@MISX',
  on: dayOf(2025, 2, 11),
  boughtOn: dayOf(2024, 5, 14),
} as const

/** Shares that go from one of the user's accounts to another. */
export const transferStories: { readonly [side in 'from' | 'to']: readonly StoryStep[] } = {
  from: [
    { kind: 'trade', symbol: 'KIRP@MISX', on: dayOf(2024, 5, 14), pieces: 40 },
    { ...brickTransfer, pieces: -15, otherAccount: '1900002' },
  ],
  to: [{ ...brickTransfer, pieces: 15, otherAccount: '1900001' }],
}

/** What goes wrong with the first dividend of an instrument on a day or later. */
export interface OddDividend {
  readonly symbol: string
  readonly from: Day
  readonly what: 'late' | 'missing' | 'in-parts' | 'reversed-once'
}

/** A late dividend, one that never came, one in two parts, and one that was booked, reversed and booked again. */
export const oddDividends: readonly OddDividend[] = [
  { symbol: 'AAPL@XNGS', from: dayOf(2026, 1, 1), what: 'late' },
  { symbol: 'SBER@MISX', from: dayOf(2026, 1, 1), what: 'missing' },
  { symbol: 'REDS@XNGS', from: dayOf(2026, 1, 1), what: 'in-parts' },
  { symbol: 'WRLD@ARCX', from: dayOf(2026, 1, 1), what: 'reversed-once' },
]
