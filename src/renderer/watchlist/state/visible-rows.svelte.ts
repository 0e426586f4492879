import type { Attachment } from 'svelte/attachments'
import { SvelteSet } from 'svelte/reactivity'

/** Only rows that stay on screen this long are reported, not those that a scroll passes. */
const settleMs = 150
/** Rows this close to the window count as visible. */
const marginPx = 80

/** The rows of a long list that are on screen. */
export class VisibleRows {
  readonly #settled = new SvelteSet<string>()
  readonly #seen = new SvelteSet<string>()
  readonly #onScreen = new Set<string>()
  readonly #names = new WeakMap<Element, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = this.#names.get(target)
        if (name === undefined) continue
        if (!isIntersecting) this.#onScreen.delete(name)
        else {
          this.#onScreen.add(name)
          this.#seen.add(name)
        }
      }
      this.#settleSoon()
    },
    { rootMargin: `${marginPx}px` },
  )

  /** Whether the row has been on screen for a moment. */
  has(name: string): boolean {
    return this.#settled.has(name)
  }
  /** Whether the row was ever on screen. Its cells are not rendered before that. */
  wasSeen(name: string): boolean {
    return this.#seen.has(name)
  }

  /** The attachment for an element of the row. */
  watch(name: string): Attachment {
    return (element) => {
      this.#names.set(element, name)
      this.#observer.observe(element)
      return () => {
        this.#observer.unobserve(element)
        this.#onScreen.delete(name)
        this.#settleSoon()
      }
    }
  }

  /** Call when the list is unmounted. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#observer.disconnect()
  }

  #settleSoon(): void {
    // The first rows of a list are reported at once.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        for (const name of [...this.#settled]) if (!this.#onScreen.has(name)) this.#settled.delete(name)
        for (const name of this.#onScreen) this.#settled.add(name)
      },
      this.#settled.size === 0 ? 0 : settleMs,
    )
  }
}
