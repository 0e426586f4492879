import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comingSessions, dayBar, sessionTone } from '#renderer/instrument/market/day-bar.ts'
import type { TradingSession } from '#shared/model/instrument.ts'
import { useZones } from '../../../fakes/time-zone.ts'
import { day, hour } from '../../fixtures/data.ts'

const inZone = useZones()

const noon = new Date(2026, 2, 10, 12).getTime()
const session = (from: number, to: number, type = 'CORE_TRADING'): TradingSession => ({
  type,
  startAt: noon + from * hour,
  endAt: noon + to * hour,
})

test('a session is placed in the local day; parts outside the day are cut off', () => {
  const { sessions, lanes } = dayBar([session(-2, 4), session(10, 20, 'LATE_TRADING'), session(30, 40)], noon)
  expect(sessions.map(({ start, length }) => [start, length])).toEqual([
    [10 / 24, 6 / 24],
    [22 / 24, expect.closeTo(2 / 24)],
  ])
  expect(lanes).toBe(1)
})

test('overlapping sessions use lanes; duplicate, empty and CLOSED sessions are omitted', () => {
  const { sessions, lanes } = dayBar(
    [
      session(-2, 4),
      session(0, 6, 'AUCTION'),
      session(4, 8),
      session(-2, 4),
      session(3, 3),
      session(5, 1),
      session(-12, 12, 'CLOSED'),
    ],
    noon,
  )
  expect(sessions.map(({ lane }) => lane)).toEqual([0, 1, 0])
  expect(lanes).toBe(2)
})

test.each([
  ['Europe/Berlin', '2026-03-29T10:00:00Z', 23, '2026-03-28T23:00:00Z'],
  ['Europe/Berlin', '2026-10-25T10:00:00Z', 25, '2026-10-24T22:00:00Z'],
  ['America/New_York', '2026-03-08T17:00:00Z', 23, '2026-03-08T05:00:00Z'],
  ['America/New_York', '2026-11-01T17:00:00Z', 25, '2026-11-01T04:00:00Z'],
  // In this time zone the clock change skips midnight.
  ['Africa/Cairo', '2026-04-24T10:00:00Z', 23, '2026-04-23T22:00:00Z'],
])('in %s the day of %s has %d hours, and the length of a session is a share of them', (zone, now, hours, begin) => {
  inZone(zone)
  const at = Date.parse(now)
  const { from, until, sessions } = dayBar([{ type: 'CORE_TRADING', startAt: at, endAt: at + 2 * hour }], at)
  expect([from, until - from]).toEqual([Date.parse(begin), hours * hour])
  expect(sessions[0]).toMatchObject({ start: (at - from) / (hours * hour), length: 2 / hours })
})

test('a day without sessions is an empty bar', () => {
  expect(dayBar([], noon)).toMatchObject({ sessions: [], lanes: 1, until: dayBar([], noon).from + day })
  expect(comingSessions([session(-5, -4)], noon, 5)).toEqual([])
})

test('sessions of one lane never overlap, and all lie within the day', () => {
  const any = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -5, max: 20 }))
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (raw) => {
      const { sessions } = dayBar(
        raw.map(([from, hours]) => session(from, from + hours)),
        noon,
      )
      for (const { start, length } of sessions) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThan(0)
        expect(start + length).toBeLessThan(1 + 1e-9)
      }
      for (const lane of new Set(sessions.map((placed) => placed.lane))) {
        const own = sessions.filter((placed) => placed.lane === lane)
        own
          .slice(1)
          .forEach(({ start }, index) => expect(start).toBeGreaterThan(own[index]!.start + own[index]!.length - 1e-9))
      }
    }),
  )
})

test('the current session is the first of the coming sessions', () => {
  expect(comingSessions([session(5, 6), session(-1, 1), session(-4, -3)], noon, 1)).toEqual([session(-1, 1)])
  expect(['CORE_TRADING', 'CLOSING_AUCTION', 'LATE_TRADING', 'CLEARING', 'NEWS'].map(sessionTone)).toEqual([
    'core',
    'auction',
    'extended',
    'pause',
    'other',
  ])
})
