import { expect, test } from 'vitest'
import { ColumnFit } from '#renderer/ui/table/column-fit.svelte.ts'

/** The `foldBelow` of columns of a table. */
const limits = [400, 480, 600, 680]
const foldedIn = (fit: ColumnFit) => limits.filter((foldBelow) => fit.isFolded({ foldBelow }))

/** Measures a table as wide as its columns, or as its frame if that is wider. */
function measure(fit: ColumnFit, width: number, columnsPx: number): void {
  fit.width = width
  fit.noteFit(Math.max(width, columnsPx), [0, ...limits])
}

test('a table whose columns do not fit folds them one after the other until they fit', () => {
  const fit = new ColumnFit('steps')
  measure(fit, 773, 900)
  expect(foldedIn(fit)).toEqual([680])
  measure(fit, 773, 776)
  expect(foldedIn(fit)).toEqual([600, 680])
  measure(fit, 773, 700)
  expect(foldedIn(fit)).toEqual([600, 680])
})

test('a wider table shows its columns again, and a new table of this name begins with what was found', () => {
  const fit = new ColumnFit('again')
  measure(fit, 773, 900)
  measure(fit, 1_000, 900)
  expect(foldedIn(fit)).toEqual([])
  const next = new ColumnFit('again')
  expect(next.width).toBe(1_000)
  next.width = 773
  expect(foldedIn(next)).toEqual([680])
})

test('steps that a narrow table needed do not fold the columns of a wide one', () => {
  const fit = new ColumnFit('narrow')
  measure(fit, 813, 900)
  measure(fit, 500, 700)
  measure(fit, 500, 600)
  expect(foldedIn(fit)).toEqual(limits)
  measure(fit, 813, 813)
  expect(foldedIn(fit)).toEqual([680])
  measure(fit, 600, 600)
  expect(foldedIn(fit)).toEqual([680])
})

test('a table whose columns never fit keeps those without a limit', () => {
  const fit = new ColumnFit('never')
  for (let times = 0; times < 20; times++) measure(fit, 1_000, 2_000 - times)
  expect(foldedIn(fit)).toEqual(limits)
  expect(fit.isShown({})).toBe(true)
})
