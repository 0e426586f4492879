import { dayOf, hourMs, lastWeekday, nthWeekday, partsOf, type Day } from '../day.ts'

/** Minutes of the local day. */
type Stretch = readonly [type: string, from: number, to: number]

/** A market's hours. */
export interface Venue {
  readonly offsetMs: (day: Day) => number
  /** Of a trading day, in order; what is between them is closed. */
  readonly stretches: readonly Stretch[]
  readonly isAlwaysOpen: boolean
  /** Month and day, as `01-07`. */
  readonly holidays: readonly string[]
}

const time = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const stretch = (type: string, from: string, to: string): Stretch => [type, time(from), time(to)]

const fixed = (hours: number) => () => hours * hourMs
const newYork = (day: Day): number => {
  const { year } = partsOf(day)
  return (day >= nthWeekday(year, 3, 0, 2) && day < nthWeekday(year, 11, 0, 1) ? -4 : -5) * hourMs
}
const berlin = (day: Day): number => {
  const { year } = partsOf(day)
  return (day >= lastWeekday(year, 3, 0) && day < lastWeekday(year, 10, 0) ? 2 : 1) * hourMs
}

const russianHolidays = ['01-01', '01-02', '01-07', '02-23', '03-08', '05-01', '05-09', '06-12', '11-04', '12-31']
const americanHolidays = ['01-01', '06-19', '07-04', '12-25']

const moscow = (...stretches: Stretch[]): Venue => ({
  offsetMs: fixed(3),
  stretches,
  isAlwaysOpen: false,
  holidays: russianHolidays,
})
const american = (...stretches: Stretch[]): Venue => ({
  offsetMs: newYork,
  stretches,
  isAlwaysOpen: false,
  holidays: americanHolidays,
})
const roundTheClock: Venue = {
  offsetMs: fixed(0),
  stretches: [['CORE_TRADING', 0, 1440]],
  isAlwaysOpen: true,
  holidays: [],
}

const americanShares = american(
  stretch('EARLY_TRADING', '04:00', '09:30'),
  stretch('CORE_TRADING', '09:30', '16:00'),
  stretch('LATE_TRADING', '16:00', '20:00'),
)
const moscowCore = moscow(stretch('CORE_TRADING', '10:00', '18:50'))

/** The hours of each mic. */
export const venues: ReadonlyMap<string, Venue> = new Map([
  [
    'MISX',
    moscow(
      stretch('OPENING_AUCTION', '06:50', '07:00'),
      stretch('EARLY_TRADING', '07:00', '09:50'),
      stretch('CORE_TRADING', '09:50', '18:50'),
      stretch('CLEARING', '18:50', '19:05'),
      stretch('LATE_TRADING', '19:05', '23:50'),
    ),
  ],
  [
    'RTSX',
    moscow(
      stretch('EARLY_TRADING', '09:00', '10:00'),
      stretch('CORE_TRADING', '10:00', '14:00'),
      stretch('CLEARING', '14:00', '14:05'),
      stretch('CORE_TRADING', '14:05', '18:50'),
      stretch('CLEARING', '18:50', '19:05'),
      stretch('LATE_TRADING', '19:05', '23:50'),
    ),
  ],
  ['RUSX', moscowCore],
  ['#RIDX', moscowCore],
  ['_SPBd', moscowCore],
  ['XNGS', americanShares],
  ['XNYS', americanShares],
  ['ARCX', americanShares],
  ['OPRA', american(stretch('CORE_TRADING', '09:30', '16:00'))],
  ['#USIX', american(stretch('CORE_TRADING', '09:30', '16:00'))],
  [
    'XETR',
    {
      offsetMs: berlin,
      stretches: [stretch('OPENING_AUCTION', '08:50', '09:00'), stretch('CORE_TRADING', '09:00', '17:30')],
      isAlwaysOpen: false,
      holidays: ['01-01', '05-01', '12-25', '12-26'],
    },
  ],
  [
    'XHKG',
    {
      offsetMs: fixed(8),
      stretches: [stretch('CORE_TRADING', '09:30', '12:00'), stretch('CORE_TRADING', '13:00', '16:00')],
      isAlwaysOpen: false,
      holidays: ['01-01', '07-01', '10-01', '12-25'],
    },
  ],
  ['_FX24', roundTheClock],
  ['_CRYP', roundTheClock],
])

/** What a delayed mic is behind by; all others are live. */
export const delayMinutes: ReadonlyMap<string, number> = new Map([['XETR', 15]])

/** Where the accounts' histories begin. */
export const historyStart = dayOf(2019, 6, 3)
