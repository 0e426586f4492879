import { expect, test } from 'vitest'
import type { LevelCondition } from '#main/alerts/measure/measure.ts'
import { makePosition } from '../../insight/make.ts'
import { minuteMs, startAlerts, symbol } from '../rig.ts'
import { measureWith, quoted, holding } from './rig.ts'

test('the duration of trouble counts from its start, or from the last start of syncing if that is later', () => {
  const condition: LevelCondition = { kind: 'service', minutes: 10 }
  const inPhase = (phase: 'offline' | 'live' | 'paused') => (rig: ReturnType<typeof startAlerts>) => {
    rig.state.connection = { phase, since: rig.clock.now() - 12 * minuteMs, message: null }
  }
  expect(measureWith(condition, inPhase('offline'))).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, inPhase('offline'), startAlerts().clock.now() - 3 * minuteMs)).toMatchObject({
    value: '3',
    holds: false,
  })
  expect(measureWith(condition, inPhase('live'))).toMatchObject({ value: '0', holds: false })
  expect(measureWith(condition, inPhase('paused'))).toBe('Syncing is off')
})

test('data is stale only while a market may be open and syncing is on', () => {
  const condition: LevelCondition = { kind: 'stale', accountId: null, symbol: null, minutes: 10 }
  const held = holding({ positions: [makePosition()] }, 12 * minuteMs)
  expect(measureWith(condition, held)).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, held, startAlerts().clock.now() - minuteMs)).toMatchObject({ value: '1', holds: false })
  expect(
    measureWith(condition, (rig) => {
      held(rig)
      const now = rig.clock.now()
      rig.cache.schedules.put(symbol, [{ type: 'CLOSED', startAt: now - 1, endAt: now + 1 }], now)
    }),
  ).toMatchObject({ value: '0', holds: false })
  expect(measureWith({ ...condition, symbol }, quoted({}, 12 * minuteMs))).toMatchObject({ value: '12', holds: true })
  expect(measureWith(condition, () => undefined)).toBe('It has not been read yet')
})
