import type { Settings } from './model/settings.ts'

type Silence = Pick<Settings, 'silentHours'>

/** Whether the system shows nothing at this instant (UTC ms), by the clock of this computer. */
export function isSilent({ silentHours }: Silence, at: number): boolean {
  if (silentHours === null) return false
  const { from, to } = silentHours
  const date = new Date(at)
  const now = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return from <= to ? from <= now && now < to : now >= from || now < to
}

/** How long from now (UTC ms) until the clock of this computer shows the end of the silent hours; `null` without them. */
export function silenceEndsInMs({ silentHours }: Silence, now: number): number | null {
  if (silentHours === null) return null
  const [hour, minute] = silentHours.to.split(':').map(Number)
  const end = new Date(now)
  end.setHours(hour ?? 0, minute ?? 0, 0, 0)
  // By the date, not by 24 h: days differ where clocks are changed.
  if (end.getTime() <= now) end.setDate(end.getDate() + 1)
  return end.getTime() - now
}
