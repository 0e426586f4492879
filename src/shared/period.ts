import { dayMs } from './durations.ts'

/** UTC ms. No broker kept electronic records before this: nothing older is requested. */
export const oldestRecordsAt = Date.UTC(1990, 0, 1)

/** A period of calendar days in the local time zone, as UTC ms: `from` inclusive, `to` exclusive, `null` is open. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

/** The named periods, in the order of their menu. */
export const periodPresets = [
  { key: 'today' },
  { key: 'week' },
  { key: 'month' },
  { key: 'quarter' },
  { key: 'last-month' },
  { key: 'last-quarter' },
  { key: 'year' },
  { key: 'last-year' },
] as const
export type PeriodPreset = (typeof periodPresets)[number]['key']

/**
 * The first instant (UTC ms) of a local day; `month` counts from 0. If a clock change skips midnight, it is the first
 * instant of the day; if midnight occurs twice, it is the earlier one. Do not add days as multiples of 24 hours.
 */
export function startOfDay(year: number, month: number, day: number): number {
  const at = new Date(2000, month, day)
  at.setFullYear(year, month, day)
  // The hours are set again, because the same day of the year 2000 may have had no midnight.
  return at.setHours(0, 0, 0, 0)
}

/** The period of a preset, in whole local days. Weeks start on Monday. */
export function presetPeriod(preset: PeriodPreset, now: number): Period {
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const monday = day - ((today.getDay() + 6) % 7)
  const quarter = month - (month % 3)
  const days = (from: [number, number, number], to: [number, number, number]): Period => ({
    from: startOfDay(...from),
    to: startOfDay(...to),
  })
  switch (preset) {
    case 'today':
      return days([year, month, day], [year, month, day + 1])
    case 'week':
      return days([year, month, monday], [year, month, monday + 7])
    case 'month':
      return days([year, month, 1], [year, month + 1, 1])
    case 'quarter':
      return days([year, quarter, 1], [year, quarter + 3, 1])
    case 'last-month':
      return days([year, month - 1, 1], [year, month, 1])
    case 'last-quarter':
      return days([year, quarter - 3, 1], [year, quarter, 1])
    case 'year':
      return days([year, 0, 1], [year + 1, 0, 1])
    case 'last-year':
      return days([year - 1, 0, 1], [year, 0, 1])
  }
}

/** A period with an optional preset, which overrides its instants. */
interface NamedPeriod extends Period {
  readonly preset?: PeriodPreset | undefined
}

/** The instants of a period at `now`. A preset is resolved; without one they are unchanged. */
export const periodNow = ({ from, to, preset }: NamedPeriod, now: number): Period =>
  preset === undefined ? { from, to } : presetPeriod(preset, now)

/** The conditions with the presets of their periods resolved at `now`, in the local time zone. */
export const conditionsNow = <C extends { readonly field: string }>(conditions: readonly C[], now: number): C[] =>
  conditions.map((condition) => (isPeriod(condition) ? { ...condition, ...periodNow(condition, now) } : condition))

const isPeriod = <C extends { readonly field: string }>(condition: C): condition is C & NamedPeriod =>
  condition.field === 'period'

/** The number of days from today (local) to a calendar date; negative if the date has passed. */
export function daysUntil(date: string, now: number): number {
  const today = new Date(now)
  return (Date.parse(date) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / dayMs
}
