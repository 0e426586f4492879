import { minuteMs } from '../durations.ts'
import type { Settings } from '../model/settings.ts'

type Silence = Pick<Settings, 'silentHours'>

/** The longest possible silence: a day has 25 hours when clocks are set back. */
const maxMinutes = 25 * 60

/** Whether `at` (UTC ms) lies in the silent hours, by the local time of this computer. */
export function isSilent({ silentHours }: Silence, at: number): boolean {
  if (silentHours === null) return false
  const { from, to } = silentHours
  const date = new Date(at)
  const now = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return from <= to ? from <= now && now < to : now >= from || now < to
}

/** Milliseconds from `now` (UTC ms) until the silent hours end; 0 outside them. */
export function silenceEndsInMs(silence: Silence, now: number): number {
  let at = now
  // Minute by minute: when clocks are changed, the local time of the end may be skipped, or occur twice.
  for (let minute = 0; minute < maxMinutes && isSilent(silence, at); minute++)
    at = (Math.floor(at / minuteMs) + 1) * minuteMs
  return at - now
}
