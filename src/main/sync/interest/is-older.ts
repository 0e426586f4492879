import { minuteMs } from '../../../shared/durations.ts'

/** A normal correction of the clock is smaller than this. A time further ahead was noted before the clock was set back. */
const correctionMs = minuteMs

/** Whether the time `at` (UTC ms) is more than `ageMs` ago. A time in the future is not reliable, so it counts as old. */
export const isOlder = (at: number, ageMs: number, now: number): boolean => now - at > ageMs || at - now > correctionMs
