import type { Attachment } from 'svelte/attachments'

/** Tells when an element comes near to the window's view, and when it leaves. */
export const inView =
  (tell: (isInView: boolean) => void): Attachment =>
  (element) => {
    // Without an observer nothing is known of the view: all is in it.
    if (!('IntersectionObserver' in globalThis)) {
      tell(true)
      return () => tell(false)
    }
    const observer = new IntersectionObserver(([entry]) => entry && tell(entry.isIntersecting), {
      rootMargin: '200px 0px',
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      tell(false)
    }
  }
