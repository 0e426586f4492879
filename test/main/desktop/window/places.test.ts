import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { glanceSize, iconUnder, placeGlance } from '../../../src/main/desktop/glance-place.ts'
import { putOnScreen, readPlace, writePlace } from '../../../src/main/desktop/window-place.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const bounds = { x: 0, y: 0, width: 1440, height: 900 }
const panelAtTop = { bounds, workArea: { ...bounds, y: 28, height: 872 } }
const panelAtBottom = { bounds, workArea: { ...bounds, height: 860 } }

test('the glance stands under an icon at the top, above one at the bottom, in the middle of it where it can', () => {
  const icon = { x: 700, y: 2, width: 24, height: 24 }
  expect(placeGlance(icon, panelAtTop, 560)).toEqual({ x: 532, y: 36, width: 360, height: 560 })
  expect(placeGlance({ ...icon, y: 868 }, panelAtBottom, 560)).toMatchObject({ x: 532, y: 292 })
  expect(placeGlance({ ...icon, x: 1410 }, panelAtTop, 560)).toMatchObject({ x: 1072, y: 36 })
})

test('where no icon’s place is known it stands in the corner by the panel', () => {
  expect(placeGlance(null, panelAtTop, 560)).toMatchObject({ x: 1072, y: 36 })
  expect(placeGlance(null, panelAtBottom, 560)).toMatchObject({ x: 1072, y: 292 })
})

test('it is as high as its content, but no higher than its display and never too small to be one', () => {
  const heightOf = (content: number): number => placeGlance(null, panelAtBottom, content).height
  expect([heightOf(703.5), heightOf(50), heightOf(5_000)]).toEqual([704, glanceSize.height, 844])
})

test('the pointer tells of an icon only on a panel', () => {
  expect(iconUnder({ x: 900, y: 10 }, panelAtTop)).toEqual({ x: 900, y: 10, width: 0, height: 0 })
  expect(iconUnder({ x: 720, y: 450 }, panelAtTop)).toBeNull()
  expect(iconUnder({ x: 720, y: -30 }, panelAtTop)).toBeNull()
})

const coordinate = fc.integer({ min: -5_000, max: 5_000 })
const area = fc.record({
  ...{ x: coordinate, y: coordinate },
  ...{ width: fc.integer({ min: 640, max: 4_000 }), height: fc.integer({ min: 600, max: 3_000 }) },
})

test('the glance is wholly on its display wherever the icon is', () => {
  fc.assert(
    fc.property(area, area, fc.nat(5_000), (icon, display, content) => {
      const { x, y, width, height } = placeGlance(icon, { bounds: display, workArea: display }, content)
      expect(x >= display.x && x + width <= display.x + display.width).toBe(true)
      expect(y >= display.y && y + height <= display.y + display.height).toBe(true)
    }),
  )
})

test('a window whose monitor is gone comes back on one that is there; one that is seen stays', () => {
  const left = { x: 2_000, y: 100, width: 1_200, height: 800, isMaximized: false }
  expect(putOnScreen(left, [bounds, { ...bounds, x: 1440 }])).toEqual(left)
  expect(putOnScreen(left, [bounds])).toEqual({ ...left, x: 120, y: 50 })
  expect(putOnScreen({ ...left, width: 3_000 }, [bounds])).toMatchObject({ x: 0, width: 1440 })
  expect(putOnScreen(left, [])).toEqual(left)
})

test('however it was left, its upper edge can be caught afterwards, and what is on screen is not moved again', () => {
  fc.assert(
    fc.property(area, fc.array(area, { minLength: 1, maxLength: 3 }), (place, displays) => {
      const put = putOnScreen({ ...place, isMaximized: false }, displays)
      const isCaught = displays.some((one) => put.y >= one.y && put.y <= one.y + one.height - 80)
      expect(isCaught).toBe(true)
      expect(putOnScreen(put, displays)).toEqual(put)
    }),
  )
})

test('a place is read as it was written; a damaged one is none', () => {
  const path = join(makeTemporaryDirectory(), 'window.json')
  expect(readPlace(path)).toBeNull()
  const place = { x: -10, y: 20, width: 900, height: 600, isMaximized: true }
  writePlace(path, place)
  expect(readPlace(path)).toEqual(place)
  writeFileSync(path, '{"x":1,')
  expect(readPlace(path)).toBeNull()
})
