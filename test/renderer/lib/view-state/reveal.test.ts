import { afterEach, expect, test, vi } from 'vitest'
import { forgetViewStates, storeValue } from '#renderer/lib/view-state/history-entries.ts'
import { restoreScroll } from '#renderer/lib/view-state/restore-scroll.ts'
import { reveal } from '#renderer/lib/view-state/reveal.ts'

afterEach(() => {
  forgetViewStates()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A box whose content is too short for the stored position until `grow` is called. */
function makeBox() {
  let grow = (): void => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onresize: () => void) {
        grow = onresize
      }
      observe(): void {}
      disconnect(): void {
        grow = () => undefined
      }
    },
  )
  const box = document.createElement('main')
  const part = document.createElement('section')
  box.append(part)
  document.body.append(box)
  let top = 0
  Object.defineProperty(box, 'scrollTop', { get: () => top, set: (value: number) => (top = Math.min(value, limit)) })
  let limit = 100
  return {
    ...{ box, part },
    grow() {
      limit = 2_000
      grow()
    },
  }
}

test('a part is scrolled into view and has the focus, although it cannot have it by Tab', () => {
  const { part } = makeBox()
  const scrolls = vi.fn()
  part.scrollIntoView = scrolls
  reveal(part)
  expect(scrolls).toHaveBeenCalledWith({ block: 'start' })
  expect(document.activeElement).toBe(part)
  expect(part.tabIndex).toBe(-1)
})

test('an earlier scroll position does not move the page away from the part when the content arrives', () => {
  storeValue('main', 715)
  const { box, part, grow } = makeBox()
  const end = restoreScroll('main')(box)
  part.scrollIntoView = () => void (box.scrollTop = 40)
  reveal(part)
  grow()
  expect(box.scrollTop).toBe(40)
  end?.()
})

test('what was shown stays in view while panels arrive, until the user does something', async () => {
  const { box, part } = makeBox()
  let scrolls = 0
  part.scrollIntoView = () => void (scrolls += 1)
  const arrive = async () => {
    box.prepend(document.createElement('section'))
    await new Promise((resolve) => setTimeout(resolve))
  }
  reveal(part)
  await arrive()
  expect(scrolls).toBe(2)
  part.dispatchEvent(new Event('wheel', { bubbles: true }))
  await arrive()
  expect(scrolls).toBe(2)
})
