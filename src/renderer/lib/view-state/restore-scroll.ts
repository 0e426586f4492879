import type { Attachment } from 'svelte/attachments'
import { secondMs } from '#shared/durations.ts'
import { storeValue, readValue } from './history-entries.ts'
import { revealEvent } from './reveal.ts'

/** The time within which the content must become long enough for the stored position. */
const restoreMs = 30 * secondMs
const ends = ['wheel', 'touchstart', 'pointerdown', 'keydown', revealEvent] as const

/**
 * Stores the scroll position of a box in the history. The position is restored while the content arrives, until the user
 * does something or a command shows another part. `name` is unique within the screen.
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
    for (const end of ends) box.addEventListener(end, finish, { passive: true })
    box.addEventListener('scroll', onscroll, { passive: true })
    if (target === null) {
      finish()
      box.scrollTop = 0
    } else restore()
    return () => {
      finish()
      for (const end of ends) box.removeEventListener(end, finish)
      box.removeEventListener('scroll', onscroll)
    }
  }
