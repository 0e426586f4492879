import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSilent, silenceEndsInMs } from '../../../src/shared/text/silent-hours.ts'
import { useZones, zones } from '../../fakes/time-zone.ts'

const inZone = useZones()

test.each([
  ['22:00', '07:00', '23:30', true],
  ['22:00', '07:00', '07:00', false],
  ['22:00', '07:00', '06:59', true],
  ['09:00', '17:00', '12:00', true],
  ['09:00', '17:00', '08:59', false],
  ['09:00', '09:00', '09:00', false],
])('from %s to %s the time %s is silent: %s', (from, to, time, silent) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(isSilent({ silentHours: { from, to } }, at)).toBe(silent)
  expect(isSilent({ silentHours: null }, at)).toBe(false)
})

test.each([
  ['22:00', '07:00', '23:30', 7.5],
  ['22:00', '07:00', '06:59', 1 / 60],
  ['22:00', '07:00', '07:00', 0],
  ['12:00', '13:00', '12:15', 0.75],
])('from %s to %s at %s silent hours last another %d hours', (from, to, time, hours) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(silenceEndsInMs({ silentHours: { from, to } }, at)).toBe(Math.round(hours * 3_600_000))
  expect(silenceEndsInMs({ silentHours: null }, at)).toBe(0)
})

test('an end in a skipped hour takes effect right after it; an end in a repeated hour takes effect twice', () => {
  inZone('Europe/Berlin')
  const silence = { silentHours: { from: '22:00', to: '02:30' } }
  const minutesLeft = (at: string): number => silenceEndsInMs(silence, Date.parse(at)) / 60_000
  expect(minutesLeft('2026-03-29T01:50:00+01:00')).toBe(10)
  expect(isSilent(silence, Date.parse('2026-03-29T03:10:00+02:00'))).toBe(false)
  expect(minutesLeft('2026-10-25T02:10:00+02:00')).toBe(20)
  expect(minutesLeft('2026-10-25T02:10:00+01:00')).toBe(20)
})

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
/** Instants in steps of half a minute around the days of clock changes. */
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-24', '2026-10-25', '2026-10-30', '2026-11-01'),
    fc.integer({ min: -2_880, max: 2_880 }),
  )
  .map(([date, halves]) => Date.parse(`${date}T00:00:00Z`) + halves * 30_000)

test.each(zones)('silent hours have no interruption until their end, in %s', (zone) => {
  inZone(zone)
  fc.assert(
    fc.property(time, time, moment, (from, to, now) => {
      const silence = { silentHours: { from, to } }
      const left = silenceEndsInMs(silence, now)
      expect(isSilent(silence, now + left)).toBe(false)
      const steps = Array.from({ length: Math.ceil(left / 60_000) }, (_, index) => now + index * 60_000)
      expect(steps.every((at) => isSilent(silence, at))).toBe(true)
      if (left > 0) expect(isSilent(silence, now + left - 1)).toBe(true)
    }),
  )
})
