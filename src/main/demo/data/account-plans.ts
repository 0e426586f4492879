import { minuteMs } from '#shared/durations.ts'
import { dayOf, type Day } from '../values/day.ts'
import { marginStory, oddDividends, transferStories, type OddDividend, type StoryStep } from './account-story.ts'
import { russianIssuers } from './issuers.ts'
import { historyStart } from './venues.ts'

/** The amount of data in the demo. */
export type DemoSize = 'small' | 'typical' | 'whale'

/** What an account holds, and how many transactions it has. */
export interface AccountPlan {
  readonly id: string
  /** Which `portfolio_*` message the account has: margin, cash or futures. */
  readonly portfolio: 'mc' | 'mct' | 'forts'
  readonly openedOn: Day
  /** Signed pieces held today; 0 for an instrument bought and sold again. */
  readonly holdings: readonly (readonly [symbol: string, quantity: number])[]
  /** The number of government and of corporate bonds. */
  readonly bonds: readonly [government: number, corporate: number]
  /** Futures series and signed number of contracts. */
  readonly futures: readonly (readonly [code: string, quantity: number])[]
  readonly foreignCash: readonly (readonly [currency: string, amount: string])[]
  readonly story: readonly StoryStep[]
  /** Dividends that do not arrive as they should. */
  readonly oddDividends: readonly OddDividend[]
  /** The number of daily trading rows from 2019-06-03 to 2026-07-01; the other transactions come on top. */
  readonly activity: number
}

const margin: AccountPlan = {
  id: '1900001',
  portfolio: 'mc',
  openedOn: dayOf(2024, 1, 15),
  holdings: [
    ['SBER@MISX', 520],
    ['YDEX@MISX', 24],
    ['AFLT@MISX', 1000],
    ['SVNF@MISX', 110],
    ['VLHM@MISX', 9],
    ['LAVK@MISX', 15],
    ['LQDT@MISX', 120_000],
    ['AKCI@MISX', 400],
    ['AAPL@XNGS', 22],
    ['REDS@XNGS', 30],
    ['WRLD@ARCX', 18],
    ['UGAZ@MISX', -300],
    ['DOGW@XNYS', -12],
    ['PORT@MISX', 0],
  ],
  bonds: [2, 2],
  futures: [],
  foreignCash: [
    ['USD', '1840.27'],
    ['CNY', '15200.5'],
  ],
  story: marginStory,
  oddDividends,
  activity: 60,
}

const derivatives: AccountPlan = {
  id: 'TRQD05:989213',
  portfolio: 'forts',
  openedOn: dayOf(2020, 9, 21),
  holdings: [],
  bonds: [0, 0],
  futures: [
    ['Si', 8],
    ['SR', -15],
    ['CR', 20],
  ],
  foreignCash: [],
  story: [],
  oddDividends: [],
  activity: 2100,
}

const plain: AccountPlan = {
  id: '1900002',
  portfolio: 'mct',
  openedOn: dayOf(2021, 3, 1),
  holdings: [
    ['SBER@MISX', 900],
    ['SVMT@MISX', 120],
    ['HLEB@MISX', 700],
    ['TEPL@MISX', 24_000],
    ['OFZF@MISX', 8000],
    ['ZLTF@MISX', minuteMs],
    ['LQDT@MISX', 410_000],
    ['BTCUSD@_CRYP', 1],
  ],
  bonds: [3, 0],
  futures: [],
  foreignCash: [['USD', '3000']],
  story: transferStories.to,
  oddDividends: [],
  activity: 1200,
}

/** The margin account among others of the same user. */
const shared: AccountPlan = {
  ...margin,
  openedOn: historyStart,
  story: [...marginStory, ...transferStories.from],
}

const more: readonly (readonly [string, number])[] = russianIssuers
  .slice(5)
  .filter(([ticker]) => !margin.holdings.some(([symbol]) => symbol === `${ticker}@MISX`))
  .map(
    ([ticker, , price], index) => [`${ticker}@MISX`, Math.ceil((index % 9 === 8 ? -30_000 : 90_000) / price)] as const,
  )
  .filter(([symbol]) => !shared.story.some((step) => 'symbol' in step && step.symbol === symbol))

/** The accounts of each size. */
export const plans: Readonly<Record<DemoSize, readonly AccountPlan[]>> = {
  small: [margin],
  typical: [{ ...shared, bonds: [4, 8], activity: 14_500 }, derivatives, plain],
  whale: [
    { ...shared, holdings: [...margin.holdings, ...more], bonds: [12, 24], activity: 910_000 },
    { ...derivatives, activity: minuteMs },
    { ...plain, activity: 38_000 },
  ],
}
