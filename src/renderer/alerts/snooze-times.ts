import { hourMs, minuteMs } from '../../shared/durations.ts'
import { startOfDay } from '../../shared/period.ts'

/** A time until which an alert can be snoozed; `until` is `null` where it is not known, and `note` says why. */
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
    title: 'Until the market opens',
    until: isOpening ? opensAt : null,
    note: isOpening ? '' : 'The market is open, or its hours are not known.',
  }
  return [
    { title: '15 minutes', until: now + 15 * minuteMs, note: '' },
    { title: '1 hour', until: now + hourMs, note: '' },
    ...(hasSymbol ? [opening] : []),
    { title: 'Until tomorrow', until: midnight, note: '' },
  ]
}
