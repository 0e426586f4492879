import { afterEach, expect, test, vi } from 'vitest'
import { forgetViewStates, readValue, storeValue } from '#renderer/lib/view-state/history-entries.ts'
import { restoreScroll } from '#renderer/lib/view-state/restore-scroll.ts'

/** A box that cannot scroll until its height is limited, and the elements whose size is observed. */
function makeBox() {
  const box = document.createElement('div')
  box.append(document.createElement('table'))
  let [top, canScroll] = [0, false]
  Object.defineProperty(box, 'scrollTop', {
    get: () => top,
    set: (value: number) => (top = canScroll ? value : 0),
  })
  const observed = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onresize: () => void
      constructor(onresize: () => void) {
        this.#onresize = onresize
      }
      observe(element: Element): void {
        observed.set(element, this.#onresize)
      }
      disconnect(): void {
        observed.clear()
      }
    },
  )
  const resize = (element: Element): void => {
    canScroll = true
    observed.get(element)?.()
  }
  return { box, resize }
}

afterEach(() => {
  forgetViewStates()
  vi.unstubAllGlobals()
})

test('a position is restored when the box, not its content, gets the height in which it scrolls', () => {
  storeValue('rows', 715)
  const { box, resize } = makeBox()
  const end = restoreScroll('rows')(box)
  expect(box.scrollTop).toBe(0)
  resize(box)
  expect(box.scrollTop).toBe(715)
  end?.()
})

test('after an action of the user the position is theirs', () => {
  storeValue('rows', 715)
  const { box, resize } = makeBox()
  const end = restoreScroll('rows')(box)
  box.dispatchEvent(new Event('wheel'))
  resize(box)
  expect([box.scrollTop, readValue('rows')]).toEqual([0, 715])
  end?.()
})
