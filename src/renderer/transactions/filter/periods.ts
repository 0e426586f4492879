import { startOfDay, type Period } from '../../../shared/period.ts'

/** The period from a first to a last calendar date (`2026-03-31`), including both days; an empty date is open. */
export function periodOfDates(first: string, last: string): Period {
  return { from: dayStart(first, 0), to: dayStart(last, 1) }
}

/** The first and last day of a period in the format of date inputs; empty if it is open. */
export function datesOfPeriod({ from, to }: Period): { readonly first: string; readonly last: string } {
  return { first: from === null ? '' : dateText(from), last: to === null ? '' : dateText(to - 1) }
}

function dayStart(date: string, addedDays: number): number | null {
  const [, year, month, day] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? null : startOfDay(Number(year), Number(month) - 1, Number(day) + addedDays)
}

function dateText(at: number): string {
  const date = new Date(at)
  const pad = (value: number, places: number) => String(value).padStart(places, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}
