import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchPower } from '../../../src/main/desktop/power.ts'
import { FakeClock } from '../../fakes/clock.ts'

function start() {
  const clock = new FakeClock()
  const told: string[] = []
  const supply = { isBattery: false }
  const power = Object.assign(new EventEmitter(), { isOnBatteryPower: () => supply.isBattery })
  watchPower(
    power,
    {
      sleep: () => told.push('sleep'),
      wake: () => told.push('wake'),
      savePower: (isSaving) => told.push(isSaving ? 'save' : 'spend'),
    },
    clock,
  )
  return { clock, told, supply, power }
}

test('the monitor hears at once of sleep, waking and a change of the supply', () => {
  const { told, supply, power } = start()
  expect(told).toEqual(['spend'])
  power.emit('suspend')
  power.emit('resume')
  expect(told).toEqual(['spend', 'sleep', 'spend', 'wake'])
  supply.isBattery = true
  power.emit('on-battery')
  supply.isBattery = false
  power.emit('on-ac')
  expect(told.slice(4)).toEqual(['save', 'spend'])
})

test('where the system tells of no change of the supply it is found within a minute', async () => {
  const { clock, told, supply } = start()
  supply.isBattery = true
  await clock.advance(60_000)
  expect(told.at(-1)).toBe('save')
})
