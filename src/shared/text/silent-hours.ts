import type { Settings } from './model/settings.ts'

type Silence = Pick<Settings, 'silentHours'>

const minuteMs = 60_000
/** A day has 25 hours where clocks are set back, and no silence lasts longer. */
const mostMinutes = 25 * 60

/** Whether the system shows nothing at this instant (UTC ms), by the clock of this computer. */
export function isSilent({ silentHours }: Silence, at: number): boolean {
  if (silentHours === null) return false
  const { from, to } = silentHours
  const date = new Date(at)
  const now = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return from <= to ? from <= now && now < to : now >= from || now < to
}

/** How long from now (UTC ms) until the system shows something again: 0 where it does now. */
export function silenceEndsInMs(silence: Silence, now: number): number {
  let at = now
  // Minute by minute: where clocks are changed the end may never be shown, or be shown twice.
  for (let minute = 0; minute < mostMinutes && isSilent(silence, at); minute++)
    at = (Math.floor(at / minuteMs) + 1) * minuteMs
  return at - now
}
