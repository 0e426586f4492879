import { expect, test } from 'vitest'
import { ScrollSpace } from '#renderer/transactions/grid/scroll-space.ts'

const spaceOf = (contentPx: number, viewPx = 800) => {
  const space = new ScrollSpace()
  space.resize(contentPx, viewPx)
  return space
}

test('a short list is scrolled pixel by pixel', () => {
  const space = spaceOf(100_000)
  space.scrolled(4321)
  expect([space.top, space.shift, space.canvasPx]).toEqual([4321, 0, 100_000])
})

test('a list of millions of rows has a limited scroll height and reaches both ends', () => {
  const space = spaceOf(320_000_000)
  expect(space.canvasPx).toBeLessThanOrEqual(8_000_000)
  space.scrolled(space.canvasPx - 800)
  expect(space.top).toBe(320_000_000 - 800)
  space.scrolled(0)
  expect(space.top).toBe(0)
})

test('in a compressed list the wheel moves by pixels and the scroll bar by proportion', () => {
  const space = spaceOf(80_000_000)
  space.scrolled(4_000_000)
  expect(space.top / 80_000_000).toBeCloseTo(0.5, 3)
  const before = space.top
  space.scrolled(4_000_120)
  expect(space.top - before).toBeCloseTo(120)
  expect(space.top - space.shift).toBeCloseTo(4_000_120)
})

test('after scrolling, the scroll bar is corrected and the view does not move', () => {
  const space = spaceOf(80_000_000)
  space.scrolled(4_000_000)
  for (let at = 4_000_000; at < 4_060_000; at += 1000) space.scrolled(at)
  const { top } = space
  const scrollTop = space.moveTo(top)
  expect(space.top).toBe(top)
  space.scrolled(scrollTop)
  expect(Math.abs(space.top - top)).toBeLessThanOrEqual(1)
})
