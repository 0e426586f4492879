import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { CalendarDate } from '#shared/model/values.ts'
import type { Format } from '#shared/text/format.ts'
import { startOfUtcDate, utcDateOf } from '../utc-day.ts'

/** A bond matures; an option or a future expires. */
export const maturesAtEnd = (type: string | null): boolean => type === 'BONDS'

const contracts: readonly (string | null)[] = ['OPTIONS', 'FUTURES']

/** Whether an instrument of a type is a contract that expires. */
export const isContract = (type: string | null): boolean => contracts.includes(type)

/** The time until the last day of a contract or a bond: "12 d", "today", or that it is over. `now` in UTC ms. */
export function daysLeftWords(date: CalendarDate, type: string | null, now: number, format: Format): string {
  const days = (startOfUtcDate(date) - startOfUtcDate(utcDateOf(now))) / dayMs
  if (days > 0) return m.time_days({ count: format.count(days) })
  if (days === 0) return m.common_today().toLowerCase()
  return maturesAtEnd(type) ? m.positions_matured() : m.positions_expired()
}

/** "Expires on 17 Dec 2026", in the past tense after that day. */
export function endWords(date: CalendarDate, type: string | null, now: number, format: Format): string {
  const words = { date: format.date(date) }
  const isOver = date < utcDateOf(now)
  if (maturesAtEnd(type)) return isOver ? m.positions_matured_on_date(words) : m.positions_matures_on_date(words)
  return isOver ? m.positions_expired_on_date(words) : m.positions_expires_on_date(words)
}
