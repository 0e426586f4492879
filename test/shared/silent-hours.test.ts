import { expect, test } from 'vitest'
import { isSilent, silenceEndsInMs } from '../../src/shared/silent-hours.ts'

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
  ['22:00', '07:00', '07:00', 24],
  ['12:00', '13:00', '12:15', 0.75],
])('of a silence from %s to %s at %s so many hours are left: %d', (from, to, time, hours) => {
  const at = new Date(`2026-03-02T${time}:00`).getTime()
  expect(silenceEndsInMs({ silentHours: { from, to } }, at)).toBe(Math.round(hours * 3_600_000))
  expect(silenceEndsInMs({ silentHours: null }, at)).toBeNull()
})
