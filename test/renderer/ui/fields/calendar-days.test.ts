import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, dateByKey, startOfWeek, weeksOfMonth } from '#renderer/ui/fields/calendar-days.ts'

const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const anyDay = date.map((at) => at.toISOString().slice(0, 10))

test('a month is six weeks from Monday to Sunday that contain each of its days once', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const weeks = weeksOfMonth(day.slice(0, 7))
      const days = weeks.flat()
      expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
      expect(days).toContain(day)
      expect(days.every((day, i) => i === 0 || addDays(days[i - 1] ?? '', 1) === day)).toBe(true)
      expect(new Date(`${days[0] ?? ''}T00:00:00Z`).getUTCDay()).toBe(1)
      expect(startOfWeek(day)).toBe(weeks.find((week) => week.includes(day))?.[0])
    }),
  )
})

test('a month later is the same day, limited to the length of the month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test('keys move by days, weeks, months and years; other keys are ignored', () => {
  const from = '2026-11-18'
  const dateAfter = (key: string, isShift = false) => dateByKey(from, key, isShift)
  expect([dateAfter('ArrowLeft'), dateAfter('ArrowRight'), dateAfter('ArrowUp'), dateAfter('ArrowDown')]).toEqual([
    '2026-11-17',
    '2026-11-19',
    '2026-11-11',
    '2026-11-25',
  ])
  expect([dateAfter('Home'), dateAfter('End')]).toEqual(['2026-11-16', '2026-11-22'])
  expect([dateAfter('PageUp'), dateAfter('PageDown'), dateAfter('PageUp', true), dateAfter('PageDown', true)]).toEqual([
    '2026-10-18',
    '2026-12-18',
    '2025-11-18',
    '2027-11-18',
  ])
  expect(dateAfter('Enter')).toBeUndefined()
})
