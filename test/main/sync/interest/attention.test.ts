import { expect, test } from 'vitest'
import { Attention } from '../../../../src/main/sync/interest/attention.ts'
import { FakeClock } from '../../../fakes/clock.ts'

function start() {
  const clock = new FakeClock()
  const told = { count: 0 }
  return { clock, told, attention: new Attention(clock, () => told.count++) }
}

test('what visible windows show is visible, each symbol once', () => {
  const { attention } = start()
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('two', ['B@X', 'C@X'], true)
  attention.set('hidden', ['D@X'], false)
  expect([...attention.visibleSymbols]).toEqual(['A@X', 'B@X', 'C@X'])
  expect(attention.isWindowVisible).toBe(true)
})

test('a hidden window watches nothing', () => {
  const { attention } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], false)
  expect(attention.visibleSymbols.size).toBe(0)
  expect(attention.isWindowVisible).toBe(false)
})

test('a window is forgotten 45 s after its last word, and kept by repeating it', async () => {
  const { clock, attention } = start()
  attention.set('gone', ['A@X'], true)
  attention.set('stays', ['B@X'], true)
  await clock.advance(44_999)
  expect([...attention.visibleSymbols]).toEqual(['A@X', 'B@X'])
  attention.set('stays', ['B@X'], true)
  await clock.advance(1)
  expect([...attention.visibleSymbols]).toEqual(['B@X'])
  await clock.advance(45_000)
  expect(attention.isWindowVisible).toBe(false)
})

test('a change is told, a repetition is not', () => {
  const { attention, told } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], true)
  expect(told.count).toBe(1)
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('one', ['A@X', 'B@X'], false)
  expect(told.count).toBe(3)
})

test('a window that comes back after it was forgotten is news', async () => {
  const { clock, attention, told } = start()
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(told.count).toBe(2)
})

test('it is told when somebody looks again after nobody did, and only then', async () => {
  const clock = new FakeClock()
  const heard: boolean[] = []
  const attention = new Attention(clock, (becameVisible) => heard.push(becameVisible))
  attention.set('one', ['A@X'], true)
  attention.set('two', ['B@X'], true)
  attention.set('one', ['A@X'], false)
  attention.set('two', ['B@X'], false)
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(heard).toEqual([true, false, false, false, true, true])
})
