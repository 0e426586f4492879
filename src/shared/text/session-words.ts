import { dayMs } from '../durations.ts'
import { textLanguage } from '../language.ts'
import { m } from '../messages/messages.js'
import type { ContributionSession } from '../model/contribution.ts'

/** The sessions that the day's profit belongs to: that of most instruments, and the others. */
export function splitSessions(sessions: readonly ContributionSession[]): {
  readonly main: ContributionSession | null
  readonly beside: readonly ContributionSession[]
} {
  const [main = null] = sessions.toSorted((a, b) => b.count - a.count)
  return { main, beside: sessions.filter((session) => session !== main) }
}

/** "today", a weekday of the last week, or a date. Both parameters are UTC dates. */
export function sessionDay(day: string, today: string, dateWords: (date: string) => string): string {
  if (day === today) return m.overview_session_today()
  const days = (Date.parse(today) - Date.parse(day)) / dayMs
  return days > 0 && days < 7 ? weekday(Date.parse(day)) : dateWords(day)
}

/** The name of a weekday in the language of the texts. */
const weekday = (at: number): string =>
  new Intl.DateTimeFormat(textLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(at)

/** "since the previous close", for today; "Friday’s session" for an earlier one. */
export const sessionWords = (day: string, today: string, dateWords: (date: string) => string): string =>
  day === today
    ? m.overview_since_the_previous_close()
    : m.overview_session_of_day({ day: sessionDay(day, today, dateWords) })

/** The sessions as one text, the main one first; `null` if all are of today. `today` is a UTC date. */
export function sessionsNote(
  sessions: readonly ContributionSession[],
  today: string,
  dateWords: (date: string) => string,
): string | null {
  const { main, beside } = splitSessions(sessions)
  if (main === null || sessions.every(({ day }) => day === today)) return null
  const others = beside.map(({ day, count, names }) => {
    const [name] = names
    return `${sessionDay(day, today, dateWords)}${count === 1 && name !== undefined ? ` (${name})` : ''}`
  })
  return [sessionWords(main.day, today, dateWords), ...others].join('; ')
}

/**
 * What a profit of the day is called: "Today", or by a name that states no day, with the sessions as a note. `now` is in UTC
 * ms.
 */
export function dayLabel(
  sessions: readonly ContributionSession[],
  now: number,
  dateWords: (date: string) => string,
): { readonly name: string; readonly note: string | null } {
  const note = sessionsNote(sessions, new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length), dateWords)
  return { name: note === null && sessions.length > 0 ? m.common_today() : m.overview_days_change(), note }
}
