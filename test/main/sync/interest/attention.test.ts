import { expect, test } from 'vitest'
import { Attention } from '#main/sync/interest/attention.ts'
import { FakeClock } from '../../../fakes/clock.ts'

function start() {
  const clock = new FakeClock()
  const notified = { count: 0 }
  return { clock, notified, attention: new Attention(clock, () => notified.count++) }
}

test('the symbols of visible windows are visible, each once', () => {
  const { attention } = start()
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('two', ['B@X', 'C@X'], true)
  attention.set('hidden', ['D@X'], false)
  expect([...attention.visibleSymbols]).toEqual(['A@X', 'B@X', 'C@X'])
  expect(attention.isWindowVisible).toBe(true)
})

test('the symbols of a hidden window are not visible', () => {
  const { attention } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], false)
  expect(attention.visibleSymbols.size).toBe(0)
  expect(attention.isWindowVisible).toBe(false)
})

test('a window is dropped 45 s after its last report, and kept by repeated reports', async () => {
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

test('a change is notified, a repetition is not', () => {
  const { attention, notified } = start()
  attention.set('one', ['A@X'], true)
  attention.set('one', ['A@X'], true)
  expect(notified.count).toBe(1)
  attention.set('one', ['A@X', 'B@X'], true)
  attention.set('one', ['A@X', 'B@X'], false)
  expect(notified.count).toBe(3)
})

test('a window that reports again after it was dropped is notified as a change', async () => {
  const { clock, attention, notified } = start()
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(notified.count).toBe(2)
})

test('becoming visible is notified only if no window was visible before', async () => {
  const clock = new FakeClock()
  const received: boolean[] = []
  const attention = new Attention(clock, (becameVisible) => received.push(becameVisible))
  attention.set('one', ['A@X'], true)
  attention.set('two', ['B@X'], true)
  attention.set('one', ['A@X'], false)
  attention.set('two', ['B@X'], false)
  attention.set('one', ['A@X'], true)
  await clock.advance(60_000)
  attention.set('one', ['A@X'], true)
  expect(received).toEqual([true, false, false, false, true, true])
})
