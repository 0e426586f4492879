import { minuteMs } from '../../../shared/durations.ts'

/** A clock is corrected by this much now and then; what was noted further ahead is from before it was set back. */
const correctionMs = minuteMs

/** Whether what was noted at `at` (UTC ms) is older than `ageMs`. A note from the future tells nothing, so it counts as old. */
export const isOlder = (at: number, ageMs: number, now: number): boolean => now - at > ageMs || at - now > correctionMs
