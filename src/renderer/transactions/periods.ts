/** A stretch of calendar days in the person's time zone, as instants: from inclusive, to exclusive; null is open. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

/** The periods that have a name, in the order in which they are offered. */
export const presets = [
  { key: 'today', title: 'Today' },
  { key: 'week', title: 'This week' },
  { key: 'month', title: 'This month' },
  { key: 'quarter', title: 'This quarter' },
  { key: 'year', title: 'This year' },
  { key: 'last-year', title: 'Last year' },
] as const
export type Preset = (typeof presets)[number]['key']

/**
 * The first instant of a local day. `Date` with parts reckons in the computer's zone; where the clocks skip midnight it
 * is the first moment that the day has, where midnight is twice the earlier. Days are never added as 24 hours.
 */
function startOfDay(year: number, month: number, day: number): number {
  const at = new Date(2000, month, day)
  at.setFullYear(year, month, day)
  return at.getTime()
}

/** The period of a preset, whole days. Weeks begin on Monday. */
export function presetPeriod(preset: Preset, now: number): Period {
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
    case 'year':
      return days([year, 0, 1], [year + 1, 0, 1])
    case 'last-year':
      return days([year - 1, 0, 1], [year, 0, 1])
  }
}

/** The period from the first to the last of two calendar dates (`2026-03-31`), both days whole; empty is open. */
export function periodOfDates(first: string, last: string): Period {
  return { from: dayStart(first, 0), to: dayStart(last, 1) }
}

/** The first and last day of a period, as date inputs write them; empty where it is open. */
export function datesOfPeriod({ from, to }: Period): { readonly first: string; readonly last: string } {
  return { first: from === null ? '' : dateText(from), last: to === null ? '' : dateText(to - 1) }
}

/** The preset that a period is today, if it is one. */
export const presetOf = (period: Period, now: number): (typeof presets)[number] | undefined =>
  presets.find(({ key }) => {
    const { from, to } = presetPeriod(key, now)
    return from === period.from && to === period.to
  })

function dayStart(date: string, add: number): number | null {
  const [, year, month, day] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? null : startOfDay(Number(year), Number(month) - 1, Number(day) + add)
}

function dateText(at: number): string {
  const date = new Date(at)
  const pad = (value: number, places: number) => String(value).padStart(places, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}
