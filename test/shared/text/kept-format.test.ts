import { expect, test } from 'vitest'
import { useZones } from '../../fakes/time-zone.ts'
import { keptFormat } from '../../../src/shared/text/kept-format.ts'

const inZone = useZones()
const noon = Date.UTC(2026, 6, 1, 12)

test('formats are made once for a locale, and again for another one', () => {
  const format = keptFormat('de-DE')
  expect(keptFormat('de-DE')).toBe(format)
  expect(keptFormat('en-GB').number(1_234.5, 1)).toBe('1,234.5')
  expect(keptFormat('de-DE').number(1_234.5, 1)).toBe('1.234,5')
})

test('after a change of the time zone, times are written in the new one', () => {
  inZone('UTC')
  expect(keptFormat('en-GB').time(noon)).toBe('12:00')
  inZone('Asia/Kathmandu')
  expect(keptFormat('en-GB').time(noon)).toBe('17:45')
})
