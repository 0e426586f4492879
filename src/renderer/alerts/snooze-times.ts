import { hourMs, minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { startOfDay } from '#shared/period.ts'

/** A time until which an alert can be snoozed; `until` is `null` if it is unknown, and `note` says why. */
interface SnoozeTime {
  readonly title: string
  readonly until: number | null
  readonly note: string
}

/** The times until which a rule can be snoozed at `now` (UTC ms). Tomorrow begins at local midnight. */
export function snoozeTimes(now: number, hasSymbol: boolean, opensAt: number | null): SnoozeTime[] {
  const today = new Date(now)
  const midnight = startOfDay(today.getFullYear(), today.getMonth(), today.getDate() + 1)
  const isOpening = opensAt !== null && opensAt > now
  const opening = {
    title: m.alert_list_until_the_market_opens(),
    until: isOpening ? opensAt : null,
    note: isOpening ? '' : m.alert_list_the_market_is_open_or_its_hours_are_not_known(),
  }
  return [
    { title: m.alert_list_15_minutes(), until: now + 15 * minuteMs, note: '' },
    { title: m.alert_list_1_hour(), until: now + hourMs, note: '' },
    ...(hasSymbol ? [opening] : []),
    { title: m.desktop_until_tomorrow(), until: midnight, note: '' },
  ]
}
