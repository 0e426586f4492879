import { expect, test } from 'vitest'
import { FillTarget } from '#main/sync/history/sizing/fill-target.ts'

const after = (ratios: readonly number[]): number => {
  const target = new FillTarget()
  for (const ratio of ratios) target.note(100 * ratio, 100)
  return target.share
}

test('with exact forecasts responses are almost full, and with inexact ones they are less full', () => {
  const exact = after(Array.from({ length: 40 }, (_, i) => 0.97 + (i % 7) / 100))
  const inexact = after(Array.from({ length: 40 }, (_, i) => [0.3, 0.5, 2.4, 0.9][i % 4] ?? 1))
  expect(exact).toBeGreaterThan(0.9)
  expect(inexact).toBeLessThan(exact)
})

test('truncated responses lower the target, and complete responses raise it again', () => {
  const target = new FillTarget()
  for (let i = 0; i < 40; i++) target.note(100, 100)
  const before = target.share
  for (let i = 0; i < 25; i++) target.noteTruncated(100, 100)
  const low = target.share
  expect(low).toBeLessThan(before)
  for (let i = 0; i < 40; i++) target.note(100, 100)
  expect(target.share).toBe(before)
})

test('a forecast of almost no rows does not change the target', () => {
  const target = new FillTarget()
  const before = target.share
  for (let i = 0; i < 40; i++) target.noteTruncated(100, 1)
  expect(target.share).toBe(before)
})
