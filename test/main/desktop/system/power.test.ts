import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchPower } from '#main/desktop/system/power.ts'
import { FakeClock } from '../../../fakes/clock.ts'

function start() {
  const clock = new FakeClock()
  const calls: string[] = []
  const supply = { isBattery: false }
  const power = Object.assign(new EventEmitter(), { isOnBatteryPower: () => supply.isBattery })
  watchPower(
    power,
    {
      sleep: () => calls.push('sleep'),
      wake: () => calls.push('wake'),
      noteUnlock: () => calls.push('unlock'),
      noteScreenLock: () => calls.push('screen-lock'),
      savePower: (isSaving) => calls.push(isSaving ? 'save' : 'spend'),
    },
    clock,
  )
  return { clock, calls, supply, power }
}

test('the monitor is notified immediately of sleep, waking and a change of the power source', () => {
  const { calls, supply, power } = start()
  expect(calls).toEqual(['spend'])
  power.emit('suspend')
  power.emit('resume')
  expect(calls).toEqual(['spend', 'sleep', 'spend', 'wake'])
  supply.isBattery = true
  power.emit('on-battery')
  supply.isBattery = false
  power.emit('on-ac')
  expect(calls.slice(4)).toEqual(['save', 'spend'])
})

test('the monitor is notified when the screen is locked and unlocked', () => {
  const { calls, power } = start()
  power.emit('lock-screen')
  power.emit('unlock-screen')
  expect(calls).toEqual(['spend', 'screen-lock', 'unlock'])
})

test('a change of the power source without an event is found within a minute', async () => {
  const { clock, calls, supply } = start()
  supply.isBattery = true
  await clock.advance(60_000)
  expect(calls.at(-1)).toBe('save')
})
