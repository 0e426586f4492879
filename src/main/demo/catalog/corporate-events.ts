import type { Decimal } from '#shared/decimal.ts'
import { historyStart } from '../data/venues.ts'
import { dayOf, isWeekend, partsOf, type Day } from '../values/day.ts'
import { hashText, mix, Random, unitOf } from '../values/random.ts'
import { rounded, wireDate, wireDecimal } from '../values/wire.ts'
import { couponAmount, couponDays, faceOn } from './bonds.ts'
import type { Instrument } from './instrument.ts'

/** One dividend of a share or fund. */
export interface DividendEvent {
  readonly day: Day
  readonly amount: Decimal
  readonly currency: string
}

/** An event's day and its wire message. */
export interface DatedEvent {
  readonly day: Day
  readonly message: object
}

const nextBusinessDay = (day: Day): Day => (isWeekend(day) ? nextBusinessDay(day + 1) : day)

/** The dividends up to a day: yearly for rouble instruments, quarterly for others. Many instruments pay none. */
export function dividendsOf(seed: number, instrument: Instrument, until: Day): readonly DividendEvent[] {
  const isPayer = instrument.type === 'EQUITIES' || (instrument.type === 'FUNDS' && instrument.currency === 'USD')
  const key = hashText(seed, `${instrument.ticker} dividends`)
  if (!isPayer || unitOf(key) < 0.25) return []
  const draw = new Random(key)
  const paymentsPerYear = instrument.currency === 'RUB' ? 1 : 4
  const annualYield = 0.01 + 0.08 * draw.next()
  const firstMonth = paymentsPerYear === 1 ? draw.integer(5, 8) : draw.integer(1, 3)
  const events: DividendEvent[] = []
  for (let year = partsOf(historyStart).year; year <= partsOf(until).year; year++) {
    for (let time = 0; time < paymentsPerYear; time++) {
      const event = mix(key, year * 4 + time)
      const day = nextBusinessDay(dayOf(year, firstMonth + time * 3, 3 + (event % 24)))
      const amount = (instrument.basePrice * annualYield * (0.7 + 0.6 * unitOf(event))) / paymentsPerYear
      if (day <= until) events.push({ day, amount: rounded(amount, amount < 1 ? 5 : 2), currency: instrument.currency })
    }
  }
  return events
}

/** Coupons, amortizations and offers of a bond up to a day, oldest first. */
export function bondEventsOf(instrument: Instrument, until: Day): readonly DatedEvent[] {
  const { bond } = instrument
  if (bond === undefined) return []
  const days = couponDays(bond)
  const events: DatedEvent[] = days.map((day) => ({ day, message: coupon(instrument, day) }))
  for (const day of bond.amortizations === 0 ? [] : days.slice(-bond.amortizations)) {
    events.push({ day, message: amortization(instrument, day) })
  }
  if (bond.offerOn !== null) events.push({ day: bond.offerOn, message: offer(instrument, bond.offerOn) })
  return events.filter(({ day }) => day <= until).sort((a, b) => a.day - b.day)
}

const eventHead = (instrument: Instrument, day: Day, type: string, value: number) => ({
  date: wireDate(day),
  type,
  value: wireDecimal(rounded(value, 2)),
  currency: instrument.bond?.currency ?? '',
})

function coupon(instrument: Instrument, day: Day): object {
  const { bond } = instrument
  if (bond === undefined) return {}
  return {
    ...eventHead(instrument, day, 'COUPON', couponAmount(bond, day)),
    coupon_details: {
      record_date: wireDate(day - 1),
      start_date: wireDate(day - bond.couponPeriodDays),
      face_value: wireDecimal(rounded(faceOn(bond, day - 1), 2)),
      value_percent: wireDecimal(rounded(bond.couponPercent, 2)),
    },
  }
}

function amortization(instrument: Instrument, day: Day): object {
  const { bond } = instrument
  if (bond === undefined) return {}
  const paid = faceOn(bond, day - 1) - faceOn(bond, day)
  return {
    ...eventHead(instrument, day, 'AMORTIZATION', paid),
    amortization_details: {
      new_face_value: wireDecimal(rounded(faceOn(bond, day), 2)),
      initial_face_value: wireDecimal(rounded(bond.initialFace, 2)),
      amortization_percent: wireDecimal(rounded((paid / bond.initialFace) * 100, 2)),
    },
  }
}

function offer(instrument: Instrument, day: Day): object {
  return {
    ...eventHead(instrument, day, 'OFFER', instrument.bond?.initialFace ?? 0),
    offer_details: {
      offer_type: hashText(31, instrument.symbol) % 4 === 0 ? 'CALL' : 'PUT',
      price: wireDecimal(rounded(100, 1)),
      start_date: wireDate(day - 12),
      end_date: wireDate(day - 5),
      agent: 'АО «Агент по приобретению»',
    },
  }
}

/** ticker@mic, days from the start of its quarter, old and new ratio, new lot. */
const splitRows: readonly (readonly [string, number, string, string, number])[] = [
  ['YDEX@MISX', 80, '1', '10', 1],
  ['ALTN@MISX', 60, '1', '100', 1],
  ['AAPL@XNGS', 75, '1', '4', 1],
  ['STRH@MISX', 85, '1000', '1', 10],
]

/** Upcoming splits. Some instruments announce one in every quarter, for the end of this quarter or the next. */
export function futureSplitsOf(symbol: string, today: Day): readonly DatedEvent[] {
  const { year, month } = partsOf(today)
  const quarterStart = (quarter: number): Day => dayOf(year, quarter * 3 + 1, 1)
  const quarter = Math.floor((month - 1) / 3)
  return splitRows
    .filter(([splitting]) => splitting === symbol)
    .flatMap(([, days, oldRatio, newRatio, newLot]) =>
      [quarter, quarter + 1].map((each) => {
        const day = nextBusinessDay(quarterStart(each) + days)
        const message = {
          exec_date: wireDate(day),
          old_ratio: { value: `${oldRatio}.0` },
          new_ratio: { value: `${newRatio}.0` },
          new_lot: newLot,
          convertation_type: 'ORDINARY',
        }
        return { day, message }
      }),
    )
    .filter(({ day }) => day > today)
    .slice(0, 1)
}
