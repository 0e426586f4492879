import type { Attachment } from 'svelte/attachments'
import { secondMs } from '../../../shared/durations.ts'
import { storeValue, readValue } from './history-entries.ts'

/** The time within which the content must become long enough for the stored position. */
const restoreMs = 30 * secondMs
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Stores the scroll position of a box in the history. The position is restored while the content arrives, until the user
 * does something. `name` is unique within the screen.
 */
export const restoreScroll =
  (name: string): Attachment<HTMLElement> =>
  (box) => {
    const stored = readValue(name)
    let target = typeof stored === 'number' && stored > 0 ? stored : null
    const restore = (): void => {
      if (target === null) return
      box.scrollTop = target
      if (Math.abs(box.scrollTop - target) < 2) finish()
    }
    const finish = (): void => {
      target = null
      observer.disconnect()
      clearTimeout(timer)
    }
    const onscroll = (): void => {
      if (target === null) storeValue(name, Math.round(box.scrollTop))
    }
    const observer = new ResizeObserver(restore)
    const timer = setTimeout(finish, restoreMs)
    // The box as well: until its own height is limited, it cannot scroll, whatever the height of its content.
    for (const element of [box, ...box.children]) observer.observe(element)
    for (const input of inputs) box.addEventListener(input, finish, { passive: true })
    box.addEventListener('scroll', onscroll, { passive: true })
    if (target === null) {
      finish()
      box.scrollTop = 0
    } else restore()
    return () => {
      finish()
      for (const input of inputs) box.removeEventListener(input, finish)
      box.removeEventListener('scroll', onscroll)
    }
  }
