import { afterEach, expect } from 'vitest'

/** Time zones whose clocks change in the night, at midnight, or never. */
export const zones = ['Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC'] as const

/** Returns a function that sets the time zone of the process; after each test the original zone is restored. */
export function useZones(): (name: string) => void {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  return (name) => {
    process.env['TZ'] = name
    // Checks that the process uses the zone. The runtime may have another name for it.
    const formatIn = (zoneName: string) =>
      new Intl.DateTimeFormat('en', { timeZone: zoneName, dateStyle: 'full', timeStyle: 'full' })
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(formatIn(here).format(0)).toBe(formatIn(name).format(0))
  }
}
