import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { glanceSize, iconUnder, placeGlance } from '#main/desktop/glance/glance-place.ts'
import { putOnScreen, readPlace, writePlace } from '#main/desktop/window/window-place.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const bounds = { x: 0, y: 0, width: 1440, height: 900 }
const panelAtTop = { bounds, workArea: { ...bounds, y: 28, height: 872 } }
const panelAtBottom = { bounds, workArea: { ...bounds, height: 860 } }

test('the glance opens below an icon at the top and above one at the bottom, centred on it if there is room', () => {
  const icon = { x: 700, y: 2, width: 24, height: 24 }
  expect(placeGlance(icon, panelAtTop, 560)).toEqual({ x: 532, y: 36, width: 360, height: 560 })
  expect(placeGlance({ ...icon, y: 868 }, panelAtBottom, 560)).toMatchObject({ x: 532, y: 292 })
  expect(placeGlance({ ...icon, x: 1410 }, panelAtTop, 560)).toMatchObject({ x: 1072, y: 36 })
})

test('without the icon’s place the glance opens in the corner next to the panel', () => {
  expect(placeGlance(null, panelAtTop, 560)).toMatchObject({ x: 1072, y: 36 })
  expect(placeGlance(null, panelAtBottom, 560)).toMatchObject({ x: 1072, y: 292 })
})

test('the glance is as high as its content, between a minimum and the height of the display', () => {
  const heightOf = (content: number): number => placeGlance(null, panelAtBottom, content).height
  expect([heightOf(703.5), heightOf(50), heightOf(5_000)]).toEqual([704, glanceSize.height, 844])
})

test('the pointer gives the place of the icon only on a panel', () => {
  expect(iconUnder({ x: 900, y: 10 }, panelAtTop)).toEqual({ x: 900, y: 10, width: 0, height: 0 })
  expect(iconUnder({ x: 720, y: 450 }, panelAtTop)).toBeNull()
  expect(iconUnder({ x: 720, y: -30 }, panelAtTop)).toBeNull()
})

const coordinate = fc.integer({ min: -5_000, max: 5_000 })
const area = fc.record({
  ...{ x: coordinate, y: coordinate },
  ...{ width: fc.integer({ min: 640, max: 4_000 }), height: fc.integer({ min: 600, max: 3_000 }) },
})

test('the glance is entirely on its display for any icon position', () => {
  fc.assert(
    fc.property(area, area, fc.nat(5_000), (icon, display, content) => {
      const { x, y, width, height } = placeGlance(icon, { bounds: display, workArea: display }, content)
      expect(x >= display.x && x + width <= display.x + display.width).toBe(true)
      expect(y >= display.y && y + height <= display.y + display.height).toBe(true)
    }),
  )
})

test('a window on a disconnected monitor moves to a connected one; a visible window is not moved', () => {
  const saved = { x: 2_000, y: 100, width: 1_200, height: 800, isMaximized: false }
  expect(putOnScreen(saved, [bounds, { ...bounds, x: 1440 }])).toEqual(saved)
  expect(putOnScreen(saved, [bounds])).toEqual({ ...saved, x: 120, y: 50 })
  expect(putOnScreen({ ...saved, width: 3_000 }, [bounds])).toMatchObject({ x: 0, width: 1440 })
  expect(putOnScreen(saved, [])).toEqual(saved)
})

test('for any saved place the title bar ends up on a display, and a second call changes nothing', () => {
  fc.assert(
    fc.property(area, fc.array(area, { minLength: 1, maxLength: 3 }), (place, displays) => {
      const put = putOnScreen({ ...place, isMaximized: false }, displays)
      const isReachable = displays.some((display) => put.y >= display.y && put.y <= display.y + display.height - 80)
      expect(isReachable).toBe(true)
      expect(putOnScreen(put, displays)).toEqual(put)
    }),
  )
})

test('a saved place is read back; a damaged file counts as none', () => {
  const path = join(makeTemporaryDirectory(), 'window.json')
  expect(readPlace(path)).toBeNull()
  const place = { x: -10, y: 20, width: 900, height: 600, isMaximized: true }
  writePlace(path, place)
  expect(readPlace(path)).toEqual(place)
  writeFileSync(path, '{"x":1,')
  expect(readPlace(path)).toBeNull()
})
