import type { Attachment } from 'svelte/attachments'
import { SvelteSet } from 'svelte/reactivity'

/** A scroll passes many rows: those are told that are still there after it. */
const settleMs = 150
/** Rows just outside the window will be there with the next turn of the wheel. */
const marginPx = 80

/** Which rows of a long list are on screen. */
export class VisibleRows {
  readonly #settled = new SvelteSet<string>()
  readonly #seen = new SvelteSet<string>()
  readonly #now = new Set<string>()
  readonly #names = new WeakMap<Element, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = this.#names.get(target)
        if (name === undefined) continue
        if (!isIntersecting) this.#now.delete(name)
        else {
          this.#now.add(name)
          this.#seen.add(name)
        }
      }
      this.#settleSoon()
    },
    { rootMargin: `${marginPx}px` },
  )

  /** Whether the row is on screen, and stays there for a moment. */
  has(name: string): boolean {
    return this.#settled.has(name)
  }
  /** Whether it ever was: before that nobody misses its figures. */
  wasSeen(name: string): boolean {
    return this.#seen.has(name)
  }

  /** For the element that stands for the row. */
  watch(name: string): Attachment {
    return (element) => {
      this.#names.set(element, name)
      this.#observer.observe(element)
      return () => {
        this.#observer.unobserve(element)
        this.#now.delete(name)
        this.#settleSoon()
      }
    }
  }

  /** To be called when the list goes. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#observer.disconnect()
  }

  #settleSoon(): void {
    // The first rows of a list need not wait for anything to settle.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        for (const name of [...this.#settled]) if (!this.#now.has(name)) this.#settled.delete(name)
        for (const name of this.#now) this.#settled.add(name)
      },
      this.#settled.size === 0 ? 0 : settleMs,
    )
  }
}
