import { expect, test } from 'vitest'
import { snoozeTimes } from '#renderer/alerts/snooze-times.ts'
import { useZones } from '../../fakes/time-zone.ts'

const inZone = useZones()
const minute = 60_000

test('an alert is snoozed for 15 minutes, an hour, until the market opens or until local midnight', () => {
  inZone('Europe/Moscow')
  const now = Date.UTC(2026, 10, 23, 6)
  const opensAt = Date.UTC(2026, 10, 23, 7)
  expect(snoozeTimes(now, true, opensAt).map(({ until }) => until)).toEqual([
    now + 15 * minute,
    now + 60 * minute,
    opensAt,
    Date.UTC(2026, 10, 23, 21),
  ])
})

test('the market opening is not offered when it is unknown, past, or the rule has no instrument', () => {
  inZone('UTC')
  const now = Date.UTC(2026, 10, 23, 6)
  for (const opensAt of [null, now])
    expect(snoozeTimes(now, true, opensAt)[2]).toMatchObject({ until: null, note: expect.stringContaining('open') })
  expect(snoozeTimes(now, false, null)).toHaveLength(3)
})
