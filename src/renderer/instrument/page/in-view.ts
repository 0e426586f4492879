import type { Attachment } from 'svelte/attachments'

/** An attachment that reports when an element enters the viewport (with 200 px around it) and when it leaves. */
export const inView =
  (report: (isInView: boolean) => void): Attachment =>
  (element) => {
    // Without an observer the viewport is unknown: treat everything as visible.
    if (!('IntersectionObserver' in globalThis)) {
      report(true)
      return () => report(false)
    }
    const observer = new IntersectionObserver(([entry]) => entry && report(entry.isIntersecting), {
      rootMargin: '200px 0px',
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      report(false)
    }
  }
