import { dayMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'

/** A UTC day: its start and its end, which for today is now (UTC ms). */
export interface DaySpan {
  readonly start: number
  readonly end: number
  readonly isOver: boolean
}

/** Throws `invalid` for a date that is none, or that has not begun. */
export function daySpan(date: string, now: number): DaySpan {
  const start = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(start) || dateOf(start) !== date) throw new AppError('invalid', `${date} is no date.`)
  if (start > now) throw new AppError('invalid', `${date} has not begun yet.`)
  const isOver = start + dayMs <= now
  return { start, end: isOver ? start + dayMs : now, isOver }
}

/** The UTC date of an instant (UTC ms): `2026-03-31`. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
