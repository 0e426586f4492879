import { afterEach, expect } from 'vitest'

/** Zones that change their clocks at night, at midnight, or never. */
export const zones = ['Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC'] as const

/** Puts the computer of a test into a zone; after the test it is where it was. */
export function useZones(): (name: string) => void {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  return (name) => {
    process.env['TZ'] = name
    // The process must have taken it, under whatever name it knows the zone by.
    const known = (zoneName: string) =>
      new Intl.DateTimeFormat('en', { timeZone: zoneName, dateStyle: 'full', timeStyle: 'full' })
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(known(here).format(0)).toBe(known(name).format(0))
  }
}
