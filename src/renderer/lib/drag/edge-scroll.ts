/** A drag scrolls when it is this close to an edge; closer means faster. */
const edgePx = 40
const maxStepPx = 14

/** Scrolls the container of an element while the pointer is near its upper or lower edge, and reports the pointer. */
export class EdgeScroll {
  readonly #scroller: Element | null
  readonly #onpointer: (x: number, y: number) => void
  #frame: number | undefined
  #at = { x: 0, y: 0 }

  constructor(inside: HTMLElement | undefined, onpointer: (x: number, y: number) => void) {
    this.#scroller = findScroller(inside)
    this.#onpointer = onpointer
  }

  follow(x: number, y: number): void {
    this.#at = { x, y }
    this.#onpointer(x, y)
    this.#frame ??= requestAnimationFrame(() => this.#step())
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  #step(): void {
    this.#frame = undefined
    const by = this.#speed()
    if (by === 0 || !this.#scroller) return
    const before = this.#scroller.scrollTop
    this.#scroller.scrollTop += by
    if (this.#scroller.scrollTop !== before) this.follow(this.#at.x, this.#at.y)
  }

  #speed(): number {
    if (!this.#scroller) return 0
    const isPage = this.#scroller === document.scrollingElement
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : this.#scroller.getBoundingClientRect()
    const beyond = Math.max(top + edgePx - this.#at.y, 0) || -Math.max(this.#at.y - (bottom - edgePx), 0)
    return -Math.sign(beyond) * Math.min(maxStepPx, Math.ceil(Math.abs(beyond) / 3))
  }
}

function findScroller(inside: HTMLElement | undefined): Element | null {
  for (let element: HTMLElement | null | undefined = inside; element; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      return element
  }
  return document.scrollingElement
}
