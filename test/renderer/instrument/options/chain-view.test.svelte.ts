import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChainView, isInTheMoney, nearestStrike } from '#renderer/instrument/options/chain-view.svelte.ts'
import type { ChainStrike } from '#shared/model/instrument-view.ts'
import { dec } from '../../fixtures/data.ts'
import { strikes } from '../../fixtures/instrument.ts'

let stop = () => {}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function open(rows: readonly ChainStrike[]): ChainView {
  let view: ChainView | undefined
  stop = $effect.root(() => {
    view = new ChainView(() => rows)
  })
  view!.viewPx = 320
  view!.rowPx = 32
  view!.box = document.createElement('div')
  flushSync()
  return view!
}

test('the nearest strike is the one with the smallest distance to the price; without a price it is unknown', () => {
  const rows = strikes(5)
  expect(nearestStrike(rows, dec('227.4'))).toBe(2)
  expect(nearestStrike(rows, dec('227.6'))).toBe(3)
  expect(nearestStrike(rows, dec('1'))).toBe(0)
  expect([nearestStrike(rows, null), nearestStrike([], dec('1'))]).toEqual([null, null])
})

test('a call is in the money below the price, a put above it', () => {
  expect([isInTheMoney(dec('220'), 'call', dec('225')), isInTheMoney(dec('220'), 'put', dec('225'))]).toEqual([
    true,
    false,
  ])
  expect(isInTheMoney(dec('220'), 'call', null)).toBe(false)
})

test('of a thousand strikes only those in view are rendered, and their quotes are requested once scrolling stops', () => {
  const view = open(strikes(1000))
  expect([view.first, view.last]).toEqual([0, 13])
  vi.advanceTimersByTime(200)
  flushSync()
  expect(view.wanted).toHaveLength(26)
  view.box!.scrollTop = 16_000
  view.onscroll()
  flushSync()
  expect(view.rows.map(({ index }) => index)).toEqual(Array.from({ length: 16 }, (_, slot) => 497 + slot))
  const before = view.wanted
  vi.advanceTimersByTime(50)
  expect(view.wanted).toBe(before)
  vi.advanceTimersByTime(100)
  expect(view.wanted).toHaveLength(32)
  expect(view.wanted).not.toEqual(before)
})

test('the keyboard moves through strikes and sides, and the active strike is scrolled into view', () => {
  const view = open(strikes(1000))
  expect(['End', 'ArrowUp', 'ArrowRight'].map((key) => view.press(key))).toEqual([true, true, true])
  flushSync()
  expect([view.index, view.side]).toEqual([998, 'put'])
  expect(view.rows.some(({ index }) => index === 998)).toBe(true)
  expect(view.activeSymbol).toBe(strikes(1000)[998]?.put?.symbol)
  expect(view.press('x')).toBe(false)
  view.press('Home')
  view.press('PageDown')
  expect(view.index).toBe(9)
})

test('a strike is centred in the view, as far as the ends of the chain allow', () => {
  const view = open(strikes(1000))
  view.centre(500)
  flushSync()
  expect(view.first).toBe(492)
  view.centre(999)
  flushSync()
  expect(view.last).toBe(1000)
})
