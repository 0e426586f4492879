import { hourMs } from '#shared/durations.ts'
import { dayOf, lastWeekday, nthWeekday, partsOf, type Day } from '../values/day.ts'

/** A session of a trading day, in minutes of the local day. */
type SessionHours = readonly [type: string, from: number, to: number]

/** A market's trading hours. */
export interface Venue {
  readonly offsetMs: (day: Day) => number
  /** The sessions of a trading day, in order; the market is closed between them. */
  readonly sessions: readonly SessionHours[]
  readonly isAlwaysOpen: boolean
  /** Month and day, as `01-07`. */
  readonly holidays: readonly string[]
}

const time = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
const session = (type: string, from: string, to: string): SessionHours => [type, time(from), time(to)]

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

const moscow = (...sessions: SessionHours[]): Venue => ({
  offsetMs: fixed(3),
  sessions,
  isAlwaysOpen: false,
  holidays: russianHolidays,
})
const american = (...sessions: SessionHours[]): Venue => ({
  offsetMs: newYork,
  sessions,
  isAlwaysOpen: false,
  holidays: americanHolidays,
})
const roundTheClock: Venue = {
  offsetMs: fixed(0),
  sessions: [['CORE_TRADING', 0, 1440]],
  isAlwaysOpen: true,
  holidays: [],
}

const americanShares = american(
  session('EARLY_TRADING', '04:00', '09:30'),
  session('CORE_TRADING', '09:30', '16:00'),
  session('LATE_TRADING', '16:00', '20:00'),
)
const moscowCore = moscow(session('CORE_TRADING', '10:00', '18:50'))

/** The trading hours by mic. */
export const venues: ReadonlyMap<string, Venue> = new Map([
  [
    'MISX',
    moscow(
      session('OPENING_AUCTION', '06:50', '07:00'),
      session('EARLY_TRADING', '07:00', '09:50'),
      session('CORE_TRADING', '09:50', '18:50'),
      session('CLEARING', '18:50', '19:05'),
      session('LATE_TRADING', '19:05', '23:50'),
    ),
  ],
  [
    'RTSX',
    moscow(
      session('EARLY_TRADING', '09:00', '10:00'),
      session('CORE_TRADING', '10:00', '14:00'),
      session('CLEARING', '14:00', '14:05'),
      session('CORE_TRADING', '14:05', '18:50'),
      session('CLEARING', '18:50', '19:05'),
      session('LATE_TRADING', '19:05', '23:50'),
    ),
  ],
  ['RUSX', moscowCore],
  ['#RIDX', moscowCore],
  ['_SPBd', moscowCore],
  ['XNGS', americanShares],
  ['XNYS', americanShares],
  ['ARCX', americanShares],
  ['OPRA', american(session('CORE_TRADING', '09:30', '16:00'))],
  ['#USIX', american(session('CORE_TRADING', '09:30', '16:00'))],
  [
    'XETR',
    {
      offsetMs: berlin,
      sessions: [session('OPENING_AUCTION', '08:50', '09:00'), session('CORE_TRADING', '09:00', '17:30')],
      isAlwaysOpen: false,
      holidays: ['01-01', '05-01', '12-25', '12-26'],
    },
  ],
  [
    'XHKG',
    {
      offsetMs: fixed(8),
      sessions: [session('CORE_TRADING', '09:30', '12:00'), session('CORE_TRADING', '13:00', '16:00')],
      isAlwaysOpen: false,
      holidays: ['01-01', '07-01', '10-01', '12-25'],
    },
  ],
  ['_FX24', roundTheClock],
  ['_CRYP', roundTheClock],
])

/** The delay of market data by mic, in minutes; all others are real-time. */
export const delayMinutes: ReadonlyMap<string, number> = new Map([['XETR', 15]])

/** The first day of the oldest accounts. */
export const historyStart = dayOf(2019, 6, 3)
