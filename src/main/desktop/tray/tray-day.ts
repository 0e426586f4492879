import { dayPercent } from '#shared/day-percent.ts'
import { sign } from '#shared/decimal.ts'
import type { Format } from '#shared/text/format.ts'
import { dayLabel } from '#shared/text/session-words.ts'
import { dayWords, type TrayReading } from './tray-figures.ts'

/** The day's profit, also in percent, and then its sessions, unless all are of today. */
export function dayLines(reading: TrayReading, now: number, format: Format): readonly [string, ...string[]] {
  const percent = dayPercent(reading.overview)
  const percentWords = percent === null ? '' : `  ${format.percent(percent, 2, { signed: true })}`
  const { name, note } = dayLabel(reading.overview.contribution?.sessions ?? [], now, format.date)
  return [`${name}  ${dayWords(reading, format)}${percentWords}`, ...(note === null ? [] : [note])]
}

/** The direction of the day: of its sum in the base currency, or of the sums of all currencies, if they agree. */
export function dayDirection({ overview }: TrayReading): 'up' | 'down' | null {
  const { day } = overview
  const amounts = day === null || day.amount === null ? overview.dailyPnl.amounts : [{ amount: day.amount }]
  const signs = new Set(amounts.map(({ amount }) => sign(amount)).filter((value) => value !== 0))
  return signs.size !== 1 ? null : signs.has(1) ? 'up' : 'down'
}
