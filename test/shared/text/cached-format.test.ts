import { expect, test } from 'vitest'
import { cachedFormat } from '#shared/text/cached-format.ts'
import { useZones } from '../../fakes/time-zone.ts'

const inZone = useZones()
const noon = Date.UTC(2026, 6, 1, 12)

test('formats are created once for a locale, and again for another locale', () => {
  const format = cachedFormat('de-DE')
  expect(cachedFormat('de-DE')).toBe(format)
  expect(cachedFormat('en-GB').number(1_234.5, 1)).toBe('1,234.5')
  expect(cachedFormat('de-DE').number(1_234.5, 1)).toBe('1.234,5')
})

test('after a change of the time zone, times are written in the new time zone', () => {
  inZone('UTC')
  expect(cachedFormat('en-GB').time(noon)).toBe('12:00')
  inZone('Asia/Kathmandu')
  expect(cachedFormat('en-GB').time(noon)).toBe('17:45')
})
